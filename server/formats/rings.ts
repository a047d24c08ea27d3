import { insideRing, reverseRing, signedArea, type FlatGeometry } from './flat.ts';

interface RingSpan {
  from: number;
  to: number;
  area: number;
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
  shell: boolean;
}

/**
 * Groups loose rings (`ends` of `geometry`) into polygons with holes: outer rings counterclockwise, holes clockwise,
 * as RFC 7946 requires. By the shapefile's rule a clockwise ring is an outer one; a hole belongs to the smallest
 * outer ring around it; one that lies in none is an outer ring with wrong orientation. Returns the number of such
 * rings.
 */
export function polygonsOfRings(geometry: FlatGeometry): number {
  const { flat, stride, ends } = geometry;
  if (ends.length === 1) {
    orient(flat, 0, ends[0]!, stride, true);
    geometry.polygons.length = 0;
    geometry.endPolygon();
    geometry.chooseType();
    return 0;
  }
  const rings = ends.map((end, i) => ringOf(flat, i > 0 ? ends[i - 1]! : 0, end, stride));
  // If all outer rings have the same orientation because nobody followed the rule, position decides instead.
  if (!rings.some((ring) => ring.shell)) {
    const largest = rings.reduce((a, b) => (Math.abs(b.area) > Math.abs(a.area) ? b : a));
    largest.shell = true;
  }
  const holesOf = new Map<RingSpan, RingSpan[]>();
  for (const ring of rings) if (ring.shell) holesOf.set(ring, []);
  let turned = 0;
  for (const ring of rings) {
    if (ring.shell) continue;
    const around = smallestAround(flat, stride, ring, holesOf.keys());
    if (around) holesOf.get(around)!.push(ring);
    else {
      turned++;
      holesOf.set(ring, []);
    }
  }
  rearrange(geometry, holesOf);
  return turned;
}

function ringOf(flat: Float64Array, from: number, to: number, stride: number): RingSpan {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = from; i < to; i += stride) {
    const x = flat[i]!;
    const y = flat[i + 1]!;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  const area = signedArea(flat, from, to, stride);
  return { from, to, area, minX, minY, maxX, maxY, shell: area < 0 };
}

function smallestAround(
  flat: Float64Array,
  stride: number,
  hole: RingSpan,
  shells: Iterable<RingSpan>,
): RingSpan | undefined {
  let best: RingSpan | undefined;
  for (const shell of shells) {
    if (!shell.shell) continue;
    if (hole.minX < shell.minX || hole.maxX > shell.maxX || hole.minY < shell.minY || hole.maxY > shell.maxY)
      continue;
    if (best && Math.abs(shell.area) >= Math.abs(best.area)) continue;
    if (mostlyInside(flat, stride, hole, shell)) best = shell;
  }
  return best;
}

/** Vertices may lie on the shell: up to five vertices decide by majority. */
function mostlyInside(flat: Float64Array, stride: number, hole: RingSpan, shell: RingSpan): boolean {
  const positions = (hole.to - hole.from) / stride - 1;
  const step = Math.max(1, Math.floor(positions / 5));
  let inside = 0;
  let count = 0;
  for (let p = 0; p < positions; p += step) {
    const i = hole.from + p * stride;
    // The midpoint of an edge is less often on the shell than a vertex.
    const x = (flat[i]! + flat[i + stride]!) / 2;
    const y = (flat[i + 1]! + flat[i + stride + 1]!) / 2;
    count++;
    if (insideRing(flat, shell.from, shell.to, stride, x, y)) inside++;
  }
  return inside * 2 > count;
}

function rearrange(geometry: FlatGeometry, holesOf: Map<RingSpan, RingSpan[]>): void {
  const { stride } = geometry;
  const source = geometry.flat.slice(0, geometry.size);
  geometry.size = 0;
  geometry.ends.length = 0;
  geometry.polygons.length = 0;
  const put = (ring: RingSpan, counterClockwise: boolean) => {
    const from = geometry.size;
    geometry.flat.set(source.subarray(ring.from, ring.to), from);
    geometry.size += ring.to - ring.from;
    if (ring.area > 0 !== counterClockwise) reverseRing(geometry.flat, from, geometry.size, stride);
    geometry.endRun();
  };
  for (const [shell, holes] of holesOf) {
    put(shell, true);
    for (const hole of holes) put(hole, false);
    geometry.endPolygon();
  }
  geometry.chooseType();
}

function orient(
  flat: Float64Array,
  from: number,
  to: number,
  stride: number,
  counterClockwise: boolean,
): boolean {
  if (signedArea(flat, from, to, stride) > 0 === counterClockwise) return false;
  reverseRing(flat, from, to, stride);
  return true;
}

/** Orients the rings of polygons that are already grouped; returns how many were reversed. */
export function windRings(geometry: FlatGeometry): number {
  const { flat, stride, ends, polygons } = geometry;
  let turned = 0;
  let r = 0;
  for (const polygonEnd of polygons) {
    const first = r;
    for (; r < polygonEnd; r++)
      if (orient(flat, r > 0 ? ends[r - 1]! : 0, ends[r]!, stride, r === first)) turned++;
  }
  return turned;
}
