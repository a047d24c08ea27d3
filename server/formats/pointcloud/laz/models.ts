/** Bits of the range that are left out before a multiplication. */
export const SYMBOL_SHIFT = 15;
export const BIT_SHIFT = 13;
const MAX_SYMBOLS_COUNTED = 1 << SYMBOL_SHIFT;
const MAX_BITS_COUNTED = 1 << BIT_SHIFT;

/** Probabilities of symbols, which follow what was coded. */
export class SymbolModel {
  readonly last: number;
  readonly distribution: Uint32Array;
  readonly #counts: Uint32Array;
  #total = 0;
  #cycle: number;
  #until = 0;

  constructor(symbols: number) {
    this.last = symbols - 1;
    this.distribution = new Uint32Array(symbols);
    this.#counts = new Uint32Array(symbols).fill(1);
    this.#cycle = symbols;
    this.#update();
    this.#cycle = (symbols + 6) >> 1;
    this.#until = this.#cycle;
  }

  count(symbol: number): void {
    this.#counts[symbol]!++;
    if (--this.#until === 0) this.#update();
  }

  #update(): void {
    const { distribution } = this;
    const counts = this.#counts;
    this.#total += this.#cycle;
    if (this.#total > MAX_SYMBOLS_COUNTED) {
      this.#total = 0;
      for (let n = 0; n < counts.length; n++) this.#total += counts[n] = (counts[n]! + 1) >> 1;
    }
    const scale = Math.floor(0x8000_0000 / this.#total);
    for (let n = 0, sum = 0; n < counts.length; n++) {
      distribution[n] = (scale * sum) >>> (31 - SYMBOL_SHIFT);
      sum += counts[n]!;
    }
    this.#cycle = Math.min((5 * this.#cycle) >> 2, (counts.length + 6) << 3);
    this.#until = this.#cycle;
  }
}

/** Probability of a bit. */
export class BitModel {
  zero = 1 << (BIT_SHIFT - 1);
  #zeros = 1;
  #total = 2;
  #cycle = 4;
  #until = 4;

  count(bit: number): void {
    if (bit === 0) this.#zeros++;
    if (--this.#until > 0) return;
    this.#total += this.#cycle;
    if (this.#total > MAX_BITS_COUNTED) {
      this.#total = (this.#total + 1) >> 1;
      this.#zeros = (this.#zeros + 1) >> 1;
      if (this.#zeros === this.#total) this.#total++;
    }
    this.zero = (this.#zeros * Math.floor(0x8000_0000 / this.#total)) / 2 ** (31 - BIT_SHIFT);
    this.zero = Math.floor(this.zero);
    this.#cycle = Math.min((5 * this.#cycle) >> 2, 64);
    this.#until = this.#cycle;
  }
}
