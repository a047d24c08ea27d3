import { MAX_EXTRA_BYTES } from '../extra-dimensions.ts';
import { DoubleWords, POINT_WORDS, restWord, wordsOf, type PointBlock, type PointRest } from '../points.ts';
import { COLOUR_AT, NIR_AT, POINT_SIZES, type LasHeader } from './las-header.ts';

/** Where GPS time begins, by point format. */
const TIME_AT = [undefined, 20, undefined, 20, 20, 20, 22, 22, 22, 22, 22];
/** From this point format on records have the layout of LAS 1.4. */
const EXTENDED = 6;
/** Unit of the scan angle of LAS 1.4, degrees. */
const ANGLE = 0.006;

/** Reads records of a point format into the words of points; the block is reused. */
export class LasWords {
  readonly #size: number;
  readonly #standard: number;
  readonly #extra: number;
  readonly #extended: boolean;
  readonly #colourAt: number | undefined;
  readonly #timeAt: number | undefined;
  readonly #nirAt: number | undefined;
  readonly #stride: number;
  #words = new Int32Array(0);

  constructor({ pointFormat, pointSize }: Pick<LasHeader, 'pointFormat' | 'pointSize'>, rest: PointRest) {
    this.#size = pointSize;
    this.#standard = POINT_SIZES[pointFormat]!;
    this.#extra = Math.min(pointSize - this.#standard, MAX_EXTRA_BYTES);
    this.#extended = pointFormat >= EXTENDED;
    this.#colourAt = COLOUR_AT[pointFormat];
    this.#timeAt = TIME_AT[pointFormat];
    this.#nirAt = NIR_AT[pointFormat];
    this.#stride = wordsOf(rest);
  }

  read(bytes: Uint8Array, count: number): PointBlock {
    const stride = this.#stride;
    if (this.#words.length < count * stride) this.#words = new Int32Array(count * stride);
    const words = this.#words;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const [size, extended, colourAt, timeAt] = [this.#size, this.#extended, this.#colourAt, this.#timeAt];
    for (let i = 0, at = 0, to = 0; i < count; i++, at += size, to += stride) {
      words[to] = view.getInt32(at, true);
      words[to + 1] = view.getInt32(at + 4, true);
      words[to + 2] = view.getInt32(at + 8, true);
      const intensity = view.getUint16(at + 12, true);
      const returns = bytes[at + 14]!;
      if (extended) {
        words[to + 5] = bytes[at + 16]! | ((returns & 15) << 8) | ((returns >> 4) << 16);
        words[to + 6] = view.getUint16(at + 20, true);
        words[to + 9] = restWord(view.getInt16(at + 18, true), bytes[at + 17]!, bytes[at + 15]!);
      } else {
        const kind = bytes[at + 15]!;
        words[to + 5] = (kind & 31) | ((returns & 7) << 8) | (((returns >> 3) & 7) << 16);
        words[to + 6] = view.getUint16(at + 18, true);
        const angle = view.getInt8(at + 16);
        // Synthetic, key point and withheld; direction of the scan and edge of the flight line.
        words[to + 9] = restWord(
          angle === 0 ? 0 : Math.round(angle / ANGLE),
          bytes[at + 17]!,
          (kind >> 5) | (returns & 0xc0),
        );
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
    if (stride > POINT_WORDS) this.#readRest(bytes, count);
    return { words, count };
  }

  #readRest(bytes: Uint8Array, count: number): void {
    const [size, stride, nirAt, extra] = [this.#size, this.#stride, this.#nirAt, this.#extra];
    const to = new Uint8Array(this.#words.buffer, this.#words.byteOffset, count * stride * 4);
    for (let i = 0; i < count; i++) {
      let next = (i * stride + POINT_WORDS) * 4;
      if (nirAt !== undefined) {
        to[next] = bytes[i * size + nirAt]!;
        to[next + 1] = bytes[i * size + nirAt + 1]!;
        next += 2;
      }
      const from = i * size + this.#standard;
      for (let n = 0; n < extra; n++) to[next + n] = bytes[from + n]!;
    }
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
