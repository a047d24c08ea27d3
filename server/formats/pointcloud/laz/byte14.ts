import { Channels } from './channels.ts';
import { SymbolModel } from './models.ts';
import { RangeEncoder } from './range-encoder.ts';

interface BytesState {
  last: Uint8Array;
  readonly models: SymbolModel[];
}

/** Extra bytes of the points of one chunk, a layer each, as LASzip's BYTE14 of version 3 stores them. */
export class Byte14Encoder {
  readonly #count: number;
  readonly #to: RangeEncoder[];
  readonly #changed: boolean[];
  readonly #channels: Channels<BytesState, Uint8Array>;
  #first: Uint8Array | undefined;

  constructor(count: number) {
    this.#count = count;
    this.#to = Array.from({ length: count }, () => new RangeEncoder());
    this.#changed = Array.from({ length: count }, () => false);
    this.#channels = new Channels((last) => ({
      last: last.slice(),
      models: this.#to.map(() => new SymbolModel(256)),
    }));
  }

  add(view: DataView, at: number, channel: number): void {
    const bytes = new Uint8Array(view.buffer, view.byteOffset + at, this.#count);
    this.#first ??= bytes.slice();
    const found = this.#channels.of(channel, bytes);
    if (!found) return;
    const { own, previous } = found;
    for (let n = 0; n < this.#count; n++) {
      const difference = (bytes[n]! - previous.last[n]!) & 255;
      if (difference !== 0) this.#changed[n] = true;
      this.#to[n]!.symbol(own.models[n]!, difference);
    }
    previous.last.set(bytes);
  }

  end(): { first: Uint8Array; layers: Uint8Array[] } {
    const layers = this.#to.map((to, n) => (this.#changed[n] ? to.end() : new Uint8Array(0)));
    return { first: this.#first!, layers };
  }
}
