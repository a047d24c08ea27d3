import { DoubleWords, POINT_WORDS, type PointBlock, type Triple } from './points.ts';
import { UnusableCloud } from './unusable-cloud.ts';

/** Metres: coordinates that are no integers in their file are rounded to it. */
export const STEP = 0.0001;
const BLOCK = 65_536;

/** One point as read from a file of decimal or floating-point numbers; coordinates in metres. */
export interface MeasuredPoint {
  x: number;
  y: number;
  z: number;
  red: number;
  green: number;
  blue: number;
  intensity: number;
  classification: number;
  return: number;
  returns: number;
  source: number;
  time: number;
}

/** Moves a point to other coordinates. */
export type Place = (point: MeasuredPoint) => void;

/** The points where `place` moves them. */
export function* placed(points: Iterable<MeasuredPoint>, place: Place | undefined): Generator<MeasuredPoint> {
  for (const point of points) {
    place?.(point);
    yield point;
  }
}

export function measuredPoint(): MeasuredPoint {
  const none = { red: 0, green: 0, blue: 0, intensity: 0, classification: 0 };
  return { x: 0, y: 0, z: 0, ...none, return: 1, returns: 1, source: 0, time: 0 };
}

/** Collects measured points into blocks; coordinates are counted from `origin`. */
export class MeasuredBlocks {
  readonly #origin: Triple;
  readonly #words = new Int32Array(BLOCK * POINT_WORDS);
  readonly #time = new DoubleWords();
  #count = 0;

  constructor(origin: Triple) {
    this.#origin = origin;
  }

  /** Returns whether the block is full. */
  add(point: MeasuredPoint): boolean {
    const [words, to] = [this.#words, this.#count * POINT_WORDS];
    words[to] = steps(point.x, this.#origin[0]);
    words[to + 1] = steps(point.y, this.#origin[1]);
    words[to + 2] = steps(point.z, this.#origin[2]);
    words[to + 3] = within(point.red, 0xffff) | (within(point.green, 0xffff) << 16);
    words[to + 4] = within(point.blue, 0xffff) | (within(point.intensity, 0xffff) << 16);
    words[to + 5] =
      within(point.classification, 255) |
      (within(point.return, 255) << 8) |
      (within(point.returns, 255) << 16);
    words[to + 6] = within(point.source, 0xffff);
    this.#time.value = point.time;
    words[to + 7] = this.#time.words[0]!;
    words[to + 8] = this.#time.words[1]!;
    words[to + 9] = 0;
    return ++this.#count === BLOCK;
  }

  take(): PointBlock {
    const count = this.#count;
    this.#count = 0;
    return { words: this.#words, count };
  }
}

function steps(value: number, origin: number): number {
  const count = Math.round((value - origin) / STEP);
  if (count === (count | 0)) return count;
  if (!Number.isFinite(value)) throw new UnusableCloud('no-number');
  throw new UnusableCloud('too-wide', { most: Math.floor((2 ** 31 * STEP) / 1000) });
}

function within(value: number, most: number): number {
  return value > 0 ? Math.min(most, Math.round(value)) : 0;
}

/** All points of `points` in blocks. */
export function* blocksOf(points: Iterable<MeasuredPoint>, origin: Triple): Generator<PointBlock> {
  const blocks = new MeasuredBlocks(origin);
  for (const point of points) if (blocks.add(point)) yield blocks.take();
  const last = blocks.take();
  if (last.count > 0) yield last;
}

/** Full metres at the first point. Throws UnusableCloud when there is none. */
export function originOf(points: Iterable<MeasuredPoint>): Triple {
  for (const { x, y, z } of points) return [x, y, z].map(Math.round) as Triple;
  throw new UnusableCloud('empty');
}
