import { DoubleWords, POINT_WORDS, type PointBlock } from '../points.ts';
import { COLOUR_AT, type LasHeader } from './las-header.ts';

/** Where GPS time begins, by point format. */
const TIME_AT = [undefined, 20, undefined, 20, 20, 20, 22, 22, 22, 22, 22];
/** From this point format on records have the layout of LAS 1.4. */
const EXTENDED = 6;

/** Reads records of a point format into the words of points; the block is reused. */
export class LasWords {
  readonly #size: number;
  readonly #extended: boolean;
  readonly #colourAt: number | undefined;
  readonly #timeAt: number | undefined;
  #words = new Int32Array(0);

  constructor({ pointFormat, pointSize }: Pick<LasHeader, 'pointFormat' | 'pointSize'>) {
    this.#size = pointSize;
    this.#extended = pointFormat >= EXTENDED;
    this.#colourAt = COLOUR_AT[pointFormat];
    this.#timeAt = TIME_AT[pointFormat];
  }

  read(bytes: Uint8Array, count: number): PointBlock {
    if (this.#words.length < count * POINT_WORDS) this.#words = new Int32Array(count * POINT_WORDS);
    const words = this.#words;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const [size, extended, colourAt, timeAt] = [this.#size, this.#extended, this.#colourAt, this.#timeAt];
    for (let i = 0, at = 0, to = 0; i < count; i++, at += size, to += POINT_WORDS) {
      words[to] = view.getInt32(at, true);
      words[to + 1] = view.getInt32(at + 4, true);
      words[to + 2] = view.getInt32(at + 8, true);
      const intensity = view.getUint16(at + 12, true);
      const returns = bytes[at + 14]!;
      if (extended) {
        words[to + 5] = bytes[at + 16]! | ((returns & 15) << 8) | ((returns >> 4) << 16);
        words[to + 6] = view.getUint16(at + 20, true);
      } else {
        words[to + 5] = (bytes[at + 15]! & 31) | ((returns & 7) << 8) | (((returns >> 3) & 7) << 16);
        words[to + 6] = view.getUint16(at + 18, true);
      }
      if (colourAt === undefined) {
        words[to + 3] = 0;
        words[to + 4] = intensity << 16;
      } else {
        words[to + 3] = view.getInt32(at + colourAt, true);
        words[to + 4] = view.getUint16(at + colourAt + 4, true) | (intensity << 16);
      }
      if (timeAt === undefined) words[to + 7] = words[to + 8] = 0;
      else {
        words[to + 7] = view.getInt32(at + timeAt, true);
        words[to + 8] = view.getInt32(at + timeAt + 4, true);
      }
    }
    return { words, count };
  }
}

/** The GPS time of a point. */
export function timeReader(): (words: Int32Array, at: number) => number {
  const double = new DoubleWords();
  return (words, at) => {
    double.words[0] = words[at + 7]!;
    double.words[1] = words[at + 8]!;
    return double.value;
  };
}
