/**
 * Points in memory, nine 32-bit words each: x, y, z as integers; red and green; blue and intensity; class, return
 * number and number of returns; point source; GPS time, a double in two words.
 */
export const POINT_WORDS = 9;

/** Some points of a cloud, in the words described above; valid until the next ones are read. */
export interface PointBlock {
  words: Int32Array;
  count: number;
}

export type Triple = [number, number, number];

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
  /** `step`: only each so many of the blocks, where the file allows to leave others out. Default: 1. */
  blocks(step?: number): Iterable<PointBlock>;
  close(): void;
}

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
