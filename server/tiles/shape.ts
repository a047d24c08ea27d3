import { clipLine, clipRing, reachesOut, type Run } from './clip.ts';
import { FINE } from './grid.ts';

/** Geometry of one feature in whole units of the tile. */
export interface Shape {
  kind: 'point' | 'line' | 'polygon';
  /** Points one by one; lines; rings without their last position, exterior ones clockwise as seen (y down), then holes. */
  runs: Run[];
}

/** Writes x and y of a position into a run. */
export type Project = (lon: number, lat: number, into: Run, at: number) => void;

/**
 * A geometry in well-known binary (two ordinates, either byte order) as it is seen on a tile: projected, cut to the
 * tile, thinned to half a pixel. Undefined: nothing of it is seen. `tiny` is asked, with the corner of a polygon smaller
 * than a pixel, whether a dot shall stand for it.
 */
export function shapeOf(wkb: Uint8Array, project: Project, tiny: Tiny): Shape | undefined {
  const reader = new Reader(wkb, project);
  const shape: Shape = { kind: 'point', runs: [] };
  readInto(reader, shape, tiny);
  return shape.runs.length > 0 ? shape : undefined;
}

export type Tiny = (x: number, y: number) => boolean;

function readInto(reader: Reader, shape: Shape, tiny: Tiny): void {
  switch (reader.head()) {
    case 1: {
      const at = reader.run(1);
      if (!reachesOut(at)) shape.runs.push(rounded(at));
      return;
    }
    case 2: {
      shape.kind = 'line';
      const line = reader.run(reader.count());
      for (const part of reachesOut(line) ? clipLine(line) : [line]) {
        const thin = thinned(part, false);
        if (thin.length >= 4) shape.runs.push(thin);
      }
      return;
    }
    case 3: {
      shape.kind = 'polygon';
      const rings: Run[] = [];
      for (let left = reader.count(); left > 0; left--) rings.push(reader.run(reader.count()));
      shape.runs.push(...polygonRuns(rings, tiny));
      return;
    }
    default:
      for (let left = reader.count(); left > 0; left--) readInto(reader, shape, tiny);
  }
}

function polygonRuns(rings: readonly Run[], tiny: Tiny): Run[] {
  const runs: Run[] = [];
  for (const [n, closed] of rings.entries()) {
    // The last position repeats the first.
    closed.length -= 2;
    const cut = reachesOut(closed) ? clipRing(closed) : closed;
    if (cut.length < 6) {
      if (n === 0) return [];
      continue;
    }
    const [left, top, right, bottom] = bounds(cut);
    if (n === 0 && right - left < 2 * FINE && bottom - top < 2 * FINE) {
      const [x, y] = [Math.round(left), Math.round(top)];
      const dot = [x, y, x + 2 * FINE, y, x + 2 * FINE, y + 2 * FINE, x, y + 2 * FINE];
      return tiny(left, top) ? [dot] : [];
    }
    const ring = thinned(cut, true);
    const size = ring.length >= 6 ? area(ring) : 0;
    if (size === 0) {
      if (n === 0) return [];
      continue;
    }
    runs.push(size > 0 === (n === 0) ? ring : reversed(ring));
  }
  return runs;
}

/** In whole units, without positions nearer than half a pixel to the one before; the ends of a line stay. */
function thinned(run: Run, ring: boolean): Run {
  const thin: Run = [];
  let [lastX, lastY] = [Number.NaN, Number.NaN];
  const end = run.length - 2;
  for (let i = 0; i <= end; i += 2) {
    const [x, y] = [Math.round(run[i]!), Math.round(run[i + 1]!)];
    const near = Math.abs(x - lastX) < FINE && Math.abs(y - lastY) < FINE;
    if (near && (ring || i < end)) continue;
    if (x === lastX && y === lastY) continue;
    thin.push(x, y);
    [lastX, lastY] = [x, y];
  }
  return thin;
}

function rounded(run: Run): Run {
  return run.map(Math.round);
}

/** Twice the signed area; above zero where the ring runs clockwise as seen. */
function area(ring: Run): number {
  let sum = 0;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2)
    sum += ring[j]! * ring[i + 1]! - ring[i]! * ring[j + 1]!;
  return sum;
}

function bounds(run: Run): [number, number, number, number] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < run.length; i += 2) {
    left = Math.min(left, run[i]!);
    right = Math.max(right, run[i]!);
    top = Math.min(top, run[i + 1]!);
    bottom = Math.max(bottom, run[i + 1]!);
  }
  return [left, top, right, bottom];
}

function reversed(ring: Run): Run {
  const run: Run = [];
  for (let i = ring.length - 2; i >= 0; i -= 2) run.push(ring[i]!, ring[i + 1]!);
  return run;
}

class Reader {
  #view: DataView;
  #at = 0;
  #little = true;
  #project: Project;

  constructor(bytes: Uint8Array, project: Project) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#project = project;
  }

  /** Type number of the geometry that begins here. */
  head(): number {
    this.#little = this.#view.getUint8(this.#at++) === 1;
    return this.count();
  }

  count(): number {
    const value = this.#view.getUint32(this.#at, this.#little);
    this.#at += 4;
    return value;
  }

  run(positions: number): Run {
    const run = new Array<number>(2 * positions);
    for (let at = 0; at < run.length; at += 2) {
      const lon = this.#view.getFloat64(this.#at, this.#little);
      const lat = this.#view.getFloat64(this.#at + 8, this.#little);
      this.#at += 16;
      this.#project(lon, lat, run, at);
    }
    return run;
  }
}
