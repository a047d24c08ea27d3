import type { ExtraDimension } from './extra-dimensions.ts';

/**
 * Points in memory, words of 32 bits. Each has these: x, y, z as integers; red and green; blue and intensity; class,
 * return number and number of returns; point source; GPS time, a double in two words; scan angle (in 0.006°), user data
 * and flags (both as LAS 1.4 has them). Then, filled up to whole words, near infrared (two bytes) and extra dimensions.
 */
export const POINT_WORDS = 10;

/** Some points of a cloud, in the words described above; valid until the next ones are read. */
export interface PointBlock {
  words: Int32Array;
  count: number;
}

export type Triple = [number, number, number];

/** What was in a file and is not kept. */
export type LeftOut = 'waveforms' | 'extra-bytes';

/** What points of a cloud have beyond what every point has. */
export interface PointRest {
  nir: boolean;
  extras: readonly ExtraDimension[];
  leftOut: readonly LeftOut[];
  /** Bits of the LAS header that say what GPS times are (1), and that returns were synthesized (8). */
  encoding: number;
}
export const NO_REST: PointRest = { nir: false, extras: [], leftOut: [], encoding: 0 };

/** Words of a point. */
export function wordsOf({ nir, extras }: PointRest): number {
  const bytes = extras.reduce((sum, { size }) => sum + size, nir ? 2 : 0);
  return POINT_WORDS + Math.ceil(bytes / 4);
}

/** A point cloud that can be read from its beginning any number of times. */
export interface PointSource {
  /** Coordinate = integer × scale + offset, in metres of the CRS. */
  scale: Triple;
  offset: Triple;
  hasColour: boolean;
  /** Number of points, where the file states it. */
  count: number | undefined;
  /** Where the file states them, as integers; points may lie outside. */
  bounds: IntegerBounds | undefined;
  /** Default: none. */
  rest?: PointRest | undefined;
  /** `step`: only each so many of the blocks, where the file allows to leave others out. Default: 1. */
  blocks(step?: number): Iterable<PointBlock>;
  close(): void;
}

/** Words of each point of a source. */
export const strideOf = ({ rest }: Pick<PointSource, 'rest'>): number => wordsOf(rest ?? NO_REST);

export interface IntegerBounds {
  min: Triple;
  max: Triple;
}

/** The two words of a double. */
export class DoubleWords {
  readonly #double = new Float64Array(1);
  readonly words = new Int32Array(this.#double.buffer);

  set value(value: number) {
    this.#double[0] = value;
  }
  get value(): number {
    return this.#double[0]!;
  }
}

/** Scan angle, user data and flags in one word. */
export const restWord = (angle: number, user: number, flags: number): number =>
  (angle & 0xffff) | (user << 16) | (flags << 24);
