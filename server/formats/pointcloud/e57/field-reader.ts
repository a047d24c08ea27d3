import { UnusableCloud } from '../unusable-cloud.ts';
import type { E57Field } from './e57-scans.ts';

/** Bytes of a field that wait for those of the others; writers keep them within a packet or two. */
const MAX_WAITING = 4 * 1024 * 1024;

/** The values of one field, from bytes that arrive packet by packet. */
export class FieldReader {
  readonly #field: E57Field;
  #bytes = Buffer.alloc(0);
  #bit = 0;

  constructor(field: E57Field) {
    this.#field = field;
  }

  add(bytes: Buffer): void {
    const from = this.#bit >> 3;
    if (this.#bytes.length - from > MAX_WAITING) throw new UnusableCloud('damaged-points');
    this.#bytes = Buffer.concat([this.#bytes.subarray(from), bytes]);
    this.#bit -= from * 8;
  }

  /** Number of values that can be read now. */
  get available(): number {
    const { bits } = this.#field;
    return bits === 0 ? Infinity : Math.floor((this.#bytes.length * 8 - this.#bit) / bits);
  }

  next(): number {
    const { kind, bits, min, scale, offset } = this.#field;
    if (kind === 'single' || kind === 'double') {
      const at = this.#bit >> 3;
      this.#bit += bits;
      return kind === 'single' ? this.#bytes.readFloatLE(at) : this.#bytes.readDoubleLE(at);
    }
    const value = min + this.#unsigned(bits);
    return kind === 'scaled' ? value * scale + offset : value;
  }

  /** Lowest bits first, across bytes. */
  #unsigned(bits: number): number {
    let [value, factor] = [0, 1];
    for (let left = bits; left > 0;) {
      const inByte = this.#bit & 7;
      const some = Math.min(8 - inByte, left);
      value += ((this.#bytes[this.#bit >> 3]! >> inByte) & ((1 << some) - 1)) * factor;
      factor *= 2 ** some;
      this.#bit += some;
      left -= some;
    }
    return value;
  }
}
