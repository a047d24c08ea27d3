import { BitModel, SymbolModel } from './models.ts';
import type { RangeEncoder } from './range-encoder.ts';

/** Larger corrections have their lower bits stored as they are. */
const MODELLED_BITS = 8;

/** Codes integers by their difference from what was predicted. */
export class IntegerEncoder {
  readonly #bits: number;
  readonly #classes: SymbolModel[];
  readonly #zeroOrOne = new BitModel();
  readonly #corrections: SymbolModel[] = [];
  /** Number of bits of the last correction. */
  size = 0;

  constructor(bits: 16 | 32, contexts = 1) {
    this.#bits = bits;
    this.#classes = Array.from({ length: contexts }, () => new SymbolModel(bits + 1));
    for (let n = 1; n <= bits; n++) this.#corrections.push(new SymbolModel(1 << Math.min(n, MODELLED_BITS)));
  }

  code(to: RangeEncoder, predicted: number, value: number, context: number): void {
    let correction = (value - predicted) | 0;
    if (this.#bits === 16) correction = (correction << 16) >> 16;
    const magnitude = correction <= 0 ? -correction : correction - 1;
    const size = 32 - Math.clz32(magnitude);
    this.size = size;
    to.symbol(this.#classes[context]!, size);
    if (size === 0) return to.bit(this.#zeroOrOne, correction);
    if (size === 32) return;
    const folded = correction < 0 ? correction + (2 ** size - 1) : correction - 1;
    const model = this.#corrections[size - 1]!;
    if (size <= MODELLED_BITS) return to.symbol(model, folded);
    const lower = size - MODELLED_BITS;
    to.symbol(model, folded >>> lower);
    to.bits(lower, folded & (2 ** lower - 1));
  }
}
