import type { Position } from '#core/protocol';
import type { Extent, Segment } from './contract.ts';
import type { MapObject } from './object.ts';
import { extentOfPart, runsOf, type Run } from './runs.ts';

/** Edges that share one box; a long run is skipped over in such strides. */
const STRIDE = 32;
/** Runs up to this long are walked edge by edge. */
const SHORT = 2 * STRIDE;

/** An edge that was found. Most who ask do not ask for its path: that is written out when it is. */
class Found implements Segment {
  readonly id: string;
  readonly from: Position;
  readonly to: Position;
  readonly #run: Run;
  readonly #at: number;

  constructor(id: string, from: Position, to: Position, run: Run, at: number) {
    this.id = id;
    this.from = from;
    this.to = to;
    this.#run = run;
    this.#at = at;
  }

  get path(): readonly number[] {
    return this.#run.pathTo(this.#at);
  }
}

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
  if (run.kind === 'points') {
    for (let i = start; i < Math.min(end, positions.length) && found.length < most; i++) {
      const at = positions[i]!;
      if (sidesBeyond(at, extent) === 0) found.push(new Found(id, at, at, run, i));
    }
    return;
  }
  const last = Math.min(end, positions.length - 1);
  let from = positions[start]!;
  let beyond = sidesBeyond(from, extent);
  for (let i = start; i < last && found.length < most; i++) {
    const to = positions[i + 1]!;
    const next = sidesBeyond(to, extent);
    if ((beyond & next) === 0) found.push(new Found(id, from, to, run, i));
    from = to;
    beyond = next;
  }
}

/** Beyond which sides of the extent a place is, a bit each: an edge is clear of it whose ends share one. */
function sidesBeyond(place: Position, extent: Extent): number {
  const x = place[0];
  const y = place[1];
  return (x < extent[0] ? 1 : x > extent[2] ? 2 : 0) | (y < extent[1] ? 4 : y > extent[3] ? 8 : 0);
}

function stridesOf(positions: readonly Position[]): Float64Array {
  const known = strides.get(positions);
  if (known) return known;
  const boxes = new Float64Array(Math.ceil(positions.length / STRIDE) * 4);
  for (let stride = 0; stride * 4 < boxes.length; stride++) {
    // One vertex further: the stride's last edge ends there.
    const end = Math.min(positions.length, (stride + 1) * STRIDE + 1);
    boxes.set(extentOfPart(positions, stride * STRIDE, end), stride * 4);
  }
  strides.set(positions, boxes);
  return boxes;
}
