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

/** The edges of `object` (and its lone points) whose extent meets `extent`, which may not cross the antimeridian. */
export function* segmentsOf(object: MapObject, extent: Extent): Generator<Segment> {
  for (const run of runsOf(object.location)) {
    if (run.positions.length <= SHORT) {
      yield* stretch(object.id, run, 0, run.positions.length, extent);
      continue;
    }
    const boxes = stridesOf(run.positions);
    for (let i = 0; i < boxes.length; i += 4) {
      if (boxes[i]! > extent[2] || boxes[i + 2]! < extent[0]) continue;
      if (boxes[i + 1]! > extent[3] || boxes[i + 3]! < extent[1]) continue;
      const start = (i / 4) * STRIDE;
      yield* stretch(object.id, run, start, start + STRIDE, extent);
    }
  }
}

function* stretch(id: string, run: Run, start: number, end: number, extent: Extent): Generator<Segment> {
  const { positions } = run;
  const lone = run.kind === 'points';
  const last = Math.min(end, lone ? positions.length : positions.length - 1);
  for (let i = start; i < last; i++) {
    const from = positions[i]!;
    const to = lone ? from : positions[i + 1]!;
    if (from[0] < extent[0] && to[0] < extent[0]) continue;
    if (from[0] > extent[2] && to[0] > extent[2]) continue;
    if (from[1] < extent[1] && to[1] < extent[1]) continue;
    if (from[1] > extent[3] && to[1] > extent[3]) continue;
    yield { id, from, to, path: run.pathTo(i) };
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
