import type { Position } from '#core/protocol';
import type { Extent, Segment } from './contract.ts';
import type { MapObject } from './object.ts';
import { runsOf, type Run } from './runs.ts';

/** Edges that share one box; a long run is skipped over in such strides. */
const STRIDE = 32;
/** Runs up to this long are walked edge by edge. */
const SHORT = 2 * STRIDE;

/** Boxes of the strides of long runs, made at the first question; objects are immutable. */
const strides = new WeakMap<readonly Position[], Float64Array>();

/**
 * Adds the edges of `object` (and its lone points) whose extent meets `extent`, which may not cross the antimeridian,
 * until there are `most` in the list.
 */
export function addSegments(found: Segment[], object: MapObject, extent: Extent, most: number): void {
  for (const run of runsOf(object.location)) {
    if (run.positions.length <= SHORT) {
      addStretch(found, object.id, run, 0, run.positions.length, extent, most);
      continue;
    }
    const boxes = stridesOf(run.positions);
    for (let i = 0; i < boxes.length; i += 4) {
      if (boxes[i]! > extent[2] || boxes[i + 2]! < extent[0]) continue;
      if (boxes[i + 1]! > extent[3] || boxes[i + 3]! < extent[1]) continue;
      const start = (i / 4) * STRIDE;
      addStretch(found, object.id, run, start, start + STRIDE, extent, most);
    }
  }
}

function addStretch(
  found: Segment[],
  id: string,
  run: Run,
  start: number,
  end: number,
  extent: Extent,
  most: number,
): void {
  const { positions } = run;
  const [west, south, east, north] = extent;
  const lone = run.kind === 'points';
  const last = Math.min(end, lone ? positions.length : positions.length - 1);
  for (let i = start; i < last && found.length < most; i++) {
    const from = positions[i]!;
    const to = lone ? from : positions[i + 1]!;
    if (from[0] < west && to[0] < west) continue;
    if (from[0] > east && to[0] > east) continue;
    if (from[1] < south && to[1] < south) continue;
    if (from[1] > north && to[1] > north) continue;
    found.push({ id, from, to, path: run.pathTo(i) });
  }
}

function stridesOf(positions: readonly Position[]): Float64Array {
  const known = strides.get(positions);
  if (known) return known;
  const boxes = new Float64Array(Math.ceil(positions.length / STRIDE) * 4);
  for (let stride = 0; stride * 4 < boxes.length; stride++) {
    let west = Infinity;
    let south = Infinity;
    let east = -Infinity;
    let north = -Infinity;
    // One vertex further: the stride's last edge ends there.
    const end = Math.min(positions.length, (stride + 1) * STRIDE + 1);
    for (let i = stride * STRIDE; i < end; i++) {
      const [longitude, latitude] = positions[i]!;
      if (longitude < west) west = longitude;
      if (longitude > east) east = longitude;
      if (latitude < south) south = latitude;
      if (latitude > north) north = latitude;
    }
    boxes.set([west, south, east, north], stride * 4);
  }
  strides.set(positions, boxes);
  return boxes;
}
