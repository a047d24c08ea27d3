import { BIT_SHIFT, SYMBOL_SHIFT, type BitModel, type SymbolModel } from './models.ts';

const MIN_LENGTH = 0x0100_0000;
const FIRST_SIZE = 4096;

/** Codes symbols into bytes by ranges of 32 bits (LASzip's arithmetic coder). */
export class RangeEncoder {
  #bytes = new Uint8Array(FIRST_SIZE);
  #size = 0;
  /** Both are whole numbers below 2³². */
  #base = 0;
  #length = 0xffff_ffff;

  symbol(model: SymbolModel, symbol: number): void {
    const part = this.#length >>> SYMBOL_SHIFT;
    const low = model.distribution[symbol]! * part;
    this.#length = symbol === model.last ? this.#length - low : model.distribution[symbol + 1]! * part - low;
    this.#advance(low);
    model.count(symbol);
  }

  bit(model: BitModel, bit: number): void {
    const low = model.zero * (this.#length >>> BIT_SHIFT);
    if (bit === 0) {
      this.#length = low;
      this.#advance(0);
    } else {
      this.#length -= low;
      this.#advance(low);
    }
    model.count(bit);
  }

  /** Bits without a model. */
  bits(count: number, value: number): void {
    if (count > 19) {
      this.#raw(16, value & 0xffff);
      this.#raw(count - 16, value >>> 16);
    } else this.#raw(count, value);
  }

  /** Ends the code; nothing can be added. */
  end(): Uint8Array {
    const more = this.#length > 2 * MIN_LENGTH;
    this.#length = more ? MIN_LENGTH >>> 1 : MIN_LENGTH >>> 9;
    this.#advance(more ? MIN_LENGTH : MIN_LENGTH >>> 1);
    // Readers read ahead.
    for (let n = more ? 3 : 2; n > 0; n--) this.#put(0);
    return this.#bytes.subarray(0, this.#size);
  }

  #raw(count: number, value: number): void {
    this.#length >>>= count;
    this.#advance(value * this.#length);
  }

  #advance(low: number): void {
    this.#base += low;
    if (this.#base > 0xffff_ffff) {
      this.#base -= 2 ** 32;
      let at = this.#size - 1;
      while (this.#bytes[at] === 0xff) this.#bytes[at--] = 0;
      this.#bytes[at]!++;
    }
    while (this.#length < MIN_LENGTH) {
      this.#put(this.#base >>> 24);
      this.#base = (this.#base << 8) >>> 0;
      this.#length = (this.#length << 8) >>> 0;
    }
  }

  #put(byte: number): void {
    if (this.#size === this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#size);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#size++] = byte;
  }
}
