import { Channels } from './channels.ts';
import { SymbolModel } from './models.ts';
import { RangeEncoder } from './range-encoder.ts';

const clamp = (value: number) => Math.max(0, Math.min(255, value));
const half = (value: number) => Math.trunc(value / 2);

type Colour = readonly [number, number, number];

class ColourState {
  last: Colour;
  readonly used = new SymbolModel(128);
  readonly differences = Array.from({ length: 6 }, () => new SymbolModel(256));
  constructor(last: Colour) {
    this.last = last;
  }
}

class InfraredState {
  last: number;
  readonly used = new SymbolModel(4);
  readonly differences = [new SymbolModel(256), new SymbolModel(256)];
  constructor(last: number) {
    this.last = last;
  }
}

/** Colours of one chunk, as LASzip's RGB14 of version 3 stores them, and with near infrared as RGBNIR14 does. */
export class Rgb14Encoder {
  readonly #to = new RangeEncoder();
  readonly #toInfrared = new RangeEncoder();
  readonly #colours = new Channels((last: Colour) => new ColourState(last));
  readonly #infrareds = new Channels((last: number) => new InfraredState(last));
  readonly #hasInfrared: boolean;
  #first: Uint8Array | undefined;
  #changed = false;
  #infraredChanged = false;

  constructor(hasInfrared = false) {
    this.#hasInfrared = hasInfrared;
  }

  add(view: DataView, at: number, channel: number): void {
    this.#first ??= new Uint8Array(view.buffer, view.byteOffset + at, this.#hasInfrared ? 8 : 6).slice();
    const colour: Colour = [
      view.getUint16(at, true),
      view.getUint16(at + 2, true),
      view.getUint16(at + 4, true),
    ];
    const found = this.#colours.of(channel, colour);
    if (found) {
      this.#code(found.own, colour, found.previous.last);
      found.previous.last = colour;
    }
    if (!this.#hasInfrared) return;
    const value = view.getUint16(at + 6, true);
    const infrared = this.#infrareds.of(channel, value);
    if (!infrared) return;
    this.#codeInfrared(infrared.own, value, infrared.previous.last);
    infrared.previous.last = value;
  }

  #codeInfrared({ used, differences }: InfraredState, value: number, last: number): void {
    const low = ((last ^ value) & 0xff) === 0 ? 0 : 1;
    const high = ((last ^ value) & 0xff00) === 0 ? 0 : 2;
    if (low | high) this.#infraredChanged = true;
    this.#toInfrared.symbol(used, low | high);
    if (low) this.#toInfrared.symbol(differences[0]!, ((value & 255) - (last & 255)) & 255);
    if (high) this.#toInfrared.symbol(differences[1]!, ((value >> 8) - (last >> 8)) & 255);
  }

  #code(
    { used: usedModel, differences }: ColourState,
    [r, g, b]: Colour,
    [lastR, lastG, lastB]: Colour,
  ): void {
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
    this.#to.symbol(usedModel, used);
    let [low, high] = [0, 0];
    const code = (n: number, value: number) => this.#to.symbol(differences[n]!, value & 255);
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
    const none = new Uint8Array(0);
    const layers = [this.#changed ? this.#to.end() : none];
    if (this.#hasInfrared) layers.push(this.#infraredChanged ? this.#toInfrared.end() : none);
    return { first: this.#first!, layers };
  }
}
