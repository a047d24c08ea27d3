import type { FlatGeometry } from './flat.ts';
import type { Findings } from '../base/problems.ts';

/**
 * Closes open rings and drops those with fewer than three corners; both are reported. Returns false when none is
 * left.
 */
export function closeRings(geometry: FlatGeometry, index: number, findings: Findings): boolean {
  const { stride, ends } = geometry;
  let sound = true;
  for (let r = 0, from = 0; r < ends.length; from = ends[r]!, r++) {
    const to = ends[r]!;
    const { flat } = geometry;
    if (
      flat[from] !== flat[to - stride] ||
      flat[from + 1] !== flat[to - stride + 1] ||
      to - from < 4 * stride
    ) {
      sound = false;
      break;
    }
  }
  return sound || rebuildRings(geometry, index, findings);
}

function rebuildRings(geometry: FlatGeometry, index: number, findings: Findings): boolean {
  const source = geometry.copy();
  const { stride } = source;
  geometry.reset(source.type, stride);
  let run = 0;
  const polygonEnds = source.polygons.length > 0 ? source.polygons : [source.ends.length];
  for (const end of polygonEnds) {
    const before = geometry.ends.length;
    for (const first = run; run < end; run++) {
      const from = run > 0 ? source.ends[run - 1]! : 0;
      const count = putRing(geometry, source.flat.subarray(from, source.ends[run]), stride, index, findings);
      // A polygon without its outer ring is dropped.
      if (!count && run === first && source.polygons.length > 0) run = end - 1;
    }
    if (source.polygons.length > 0 && geometry.ends.length > before) geometry.endPolygon();
  }
  if (geometry.ends.length === 0) return false;
  if (source.polygons.length > 0) geometry.chooseType();
  return true;
}

function putRing(
  geometry: FlatGeometry,
  ring: Float64Array,
  stride: 2 | 3,
  index: number,
  findings: Findings,
): boolean {
  const last = ring.length - stride;
  const open = ring[0] !== ring[last] || ring[1] !== ring[last + 1];
  const corners = ring.length / stride - (open ? 0 : 1);
  if (corners < 3) {
    findings.add(index, 'ring-too-short');
    return false;
  }
  geometry.reserve(ring.length + stride);
  geometry.flat.set(ring, geometry.size);
  geometry.size += ring.length;
  if (open) {
    findings.add(index, 'ring-closed');
    geometry.push(ring[0]!, ring[1]!, ring[2]);
  }
  geometry.endRun();
  return true;
}
