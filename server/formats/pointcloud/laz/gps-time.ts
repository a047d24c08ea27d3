import { IntegerEncoder } from './integer-encoder.ts';
import { SymbolModel } from './models.ts';
import type { RangeEncoder } from './range-encoder.ts';

/** Symbols: what a time is coded by. After a difference of 0, and after another. */
const FIRST_DIFFERENCE = 0;
const FIRST_FULL = 1;
const NEXT_DIFFERENCE = 1;
const NEXT_FULL = 511;
const CONTEXT_OF_HIGH = 8;

/**
 * Codes GPS times as differences of their 64 bits. LASzip knows four sequences of times and multiples of differences;
 * readers understand what uses only some of them.
 */
export class GpsTimeEncoder {
  readonly #after = new SymbolModel(515);
  readonly #afterZero = new SymbolModel(5);
  readonly #integers = new IntegerEncoder(32, 9);
  #bits = 0n;
  /** The first difference of this sequence; 0 before it. */
  #difference = 0;

  start(high: number, low: number): void {
    this.#bits = bitsOf(high, low);
  }

  code(to: RangeEncoder, high: number, low: number): void {
    const bits = bitsOf(high, low);
    const difference = bits - this.#bits;
    const small = BigInt.asIntN(32, difference) === difference;
    const isFirst = this.#difference === 0;
    if (small) {
      const value = Number(difference);
      to.symbol(isFirst ? this.#afterZero : this.#after, isFirst ? FIRST_DIFFERENCE : NEXT_DIFFERENCE);
      this.#integers.code(to, this.#difference, value, isFirst ? 0 : 1);
      if (isFirst) this.#difference = value;
    } else {
      to.symbol(isFirst ? this.#afterZero : this.#after, isFirst ? FIRST_FULL : NEXT_FULL);
      this.#integers.code(to, Number(BigInt.asIntN(32, this.#bits >> 32n)), high | 0, CONTEXT_OF_HIGH);
      to.bits(32, low);
      this.#difference = 0;
    }
    this.#bits = bits;
  }
}

const bitsOf = (high: number, low: number): bigint => BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low));
