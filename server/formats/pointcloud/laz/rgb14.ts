import { SymbolModel } from './models.ts';
import { RangeEncoder } from './range-encoder.ts';

const SIZE = 6;
const clamp = (value: number) => Math.max(0, Math.min(255, value));
const half = (value: number) => Math.trunc(value / 2);

/** Colours of one chunk, as LASzip's RGB14 of version 3 stores them. */
export class Rgb14Encoder {
  readonly #to = new RangeEncoder();
  readonly #used = new SymbolModel(128);
  readonly #differences = Array.from({ length: 6 }, () => new SymbolModel(256));
  #first: Uint8Array | undefined;
  #last: [number, number, number] | undefined;
  #changed = false;

  add(view: DataView, at: number): void {
    const colour: [number, number, number] = [
      view.getUint16(at, true),
      view.getUint16(at + 2, true),
      view.getUint16(at + 4, true),
    ];
    if (this.#last) this.#code(colour, this.#last);
    else this.#first = new Uint8Array(view.buffer, view.byteOffset + at, SIZE).slice();
    this.#last = colour;
  }

  #code([r, g, b]: [number, number, number], [lastR, lastG, lastB]: [number, number, number]): void {
    const differs = (a: number, other: number, mask: number) => (((a ^ other) & mask) === 0 ? 0 : 1);
    const used =
      differs(r, lastR, 0xff) |
      (differs(r, lastR, 0xff00) << 1) |
      (differs(g, lastG, 0xff) << 2) |
      (differs(g, lastG, 0xff00) << 3) |
      (differs(b, lastB, 0xff) << 4) |
      (differs(b, lastB, 0xff00) << 5) |
      (r === g && r === b ? 0 : 64);
    if (used !== 0) this.#changed = true;
    this.#to.symbol(this.#used, used);
    let [low, high] = [0, 0];
    const code = (n: number, value: number) => this.#to.symbol(this.#differences[n]!, value & 255);
    if (used & 1) code(0, (low = (r & 255) - (lastR & 255)));
    if (used & 2) code(1, (high = (r >> 8) - (lastR >> 8)));
    if (!(used & 64)) return;
    if (used & 4) code(2, (g & 255) - clamp(low + (lastG & 255)));
    if (used & 16) {
      low = half(low + (g & 255) - (lastG & 255));
      code(4, (b & 255) - clamp(low + (lastB & 255)));
    }
    if (used & 8) code(3, (g >> 8) - clamp(high + (lastG >> 8)));
    if (used & 32) {
      high = half(high + (g >> 8) - (lastG >> 8));
      code(5, (b >> 8) - clamp(high + (lastB >> 8)));
    }
  }

  end(): { first: Uint8Array; layers: Uint8Array[] } {
    return { first: this.#first!, layers: [this.#changed ? this.#to.end() : new Uint8Array(0)] };
  }
}
