/**
 * The arithmetic decoder of LASzip as far as its table of chunks needs it. Points are decoded by a library; the table
 * tells where the chunks are, so that memory holds one at a time.
 */
const MIN_LENGTH = 0x01000000;
const BIT_MAX = 8192;
const SYMBOL_MAX = 32768;

class BitModel {
  #zeros = 1;
  #total = 2;
  probability = 4096;
  #cycle = 4;
  #left = 4;

  seen(bit: number): void {
    if (bit === 0) this.#zeros++;
    if (--this.#left > 0) return;
    this.#total += this.#cycle;
    if (this.#total > BIT_MAX) {
      this.#total = (this.#total + 1) >>> 1;
      this.#zeros = (this.#zeros + 1) >>> 1;
      if (this.#zeros === this.#total) this.#total++;
    }
    this.probability = Math.floor((this.#zeros * Math.floor(0x80000000 / this.#total)) / 2 ** 18);
    this.#cycle = Math.min(64, (5 * this.#cycle) >>> 2);
    this.#left = this.#cycle;
  }
}

class SymbolModel {
  readonly symbols: number;
  readonly distribution: Uint32Array;
  readonly #counts: Uint32Array;
  #total = 0;
  #cycle: number;
  #left: number;

  constructor(symbols: number) {
    this.symbols = symbols;
    this.#counts = new Uint32Array(symbols).fill(1);
    this.distribution = new Uint32Array(symbols);
    this.#cycle = symbols;
    this.#update();
    this.#left = this.#cycle = (symbols + 6) >>> 1;
  }

  seen(symbol: number): void {
    this.#counts[symbol]!++;
    if (--this.#left === 0) this.#update();
  }

  #update(): void {
    const { symbols, distribution } = this;
    this.#total += this.#cycle;
    if (this.#total > SYMBOL_MAX) {
      this.#total = 0;
      for (let i = 0; i < symbols; i++) this.#total += this.#counts[i] = (this.#counts[i]! + 1) >>> 1;
    }
    const scale = Math.floor(0x80000000 / this.#total);
    for (let i = 0, sum = 0; i < symbols; sum += this.#counts[i++]!)
      distribution[i] = Math.floor((scale * sum) / 2 ** 16);
    this.#cycle = Math.min((symbols + 6) << 3, (5 * this.#cycle) >>> 2);
    this.#left = this.#cycle;
  }
}

class ArithmeticDecoder {
  readonly #bytes: Uint8Array;
  #at: number;
  #length = 0xffffffff;
  #value = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
    for (let i = 0; i < 4; i++) this.#value = this.#value * 256 + this.#next();
  }

  bit(model: BitModel): number {
    const part = model.probability * Math.floor(this.#length / 2 ** 13);
    const bit = this.#value >= part ? 1 : 0;
    if (bit === 0) this.#length = part;
    else {
      this.#value -= part;
      this.#length -= part;
    }
    this.#renormalize();
    model.seen(bit);
    return bit;
  }

  symbol(model: SymbolModel): number {
    let [low, high, from, to] = [0, this.#length, 0, model.symbols];
    this.#length = Math.floor(this.#length / 2 ** 15);
    for (let middle = to >>> 1; middle !== from; middle = (from + to) >>> 1) {
      const part = this.#length * model.distribution[middle]!;
      if (part > this.#value) [to, high] = [middle, part];
      else [from, low] = [middle, part];
    }
    this.#value -= low;
    this.#length = high - low;
    this.#renormalize();
    model.seen(from);
    return from;
  }

  bits(count: number): number {
    if (count > 19) {
      const low = this.bits(16);
      return low + this.bits(count - 16) * 2 ** 16;
    }
    this.#length = Math.floor(this.#length / 2 ** count);
    const bits = this.#length === 0 ? 0 : Math.floor(this.#value / this.#length);
    this.#value -= this.#length * bits;
    this.#renormalize();
    return bits;
  }

  #renormalize(): void {
    // A length of 0 happens in damaged tables only.
    for (; this.#length > 0 && this.#length < MIN_LENGTH; this.#length *= 256)
      this.#value = (this.#value * 256 + this.#next()) % 2 ** 32;
  }

  #next(): number {
    return this.#bytes[this.#at++] ?? 0;
  }
}

class IntegerDecoder {
  readonly #decoder: ArithmeticDecoder;
  readonly #lengths = [new SymbolModel(33), new SymbolModel(33)];
  readonly #sign = new BitModel();
  readonly #high: (SymbolModel | undefined)[] = [];

  constructor(decoder: ArithmeticDecoder) {
    this.#decoder = decoder;
  }

  read(predicted: number, context: 0 | 1): number {
    return (predicted + this.#correction(this.#decoder.symbol(this.#lengths[context]!))) | 0;
  }

  #correction(length: number): number {
    if (length === 0) return this.#decoder.bit(this.#sign);
    if (length > 31) return -(2 ** 31);
    const high = (this.#high[length] ??= new SymbolModel(length <= 8 ? 1 << length : 256));
    let value = this.#decoder.symbol(high);
    if (length > 8) value = value * 2 ** (length - 8) + this.#decoder.bits(length - 8);
    return value >= 2 ** (length - 1) ? value + 1 : value - (2 ** length - 1);
  }
}

export interface LazChunk {
  /** Number of points; 0 where all chunks have the size that the file states. */
  count: number;
  bytes: number;
}

/** Entries of the table of chunks, from its first byte. `variable`: each entry has its number of points. */
export function parseChunkTable(table: Buffer, entries: number, variable: boolean): LazChunk[] {
  const integers = new IntegerDecoder(new ArithmeticDecoder(table, 8));
  const chunks: LazChunk[] = [];
  let [count, bytes] = [0, 0];
  for (let i = 0; i < entries; i++) {
    if (variable) count = integers.read(count, 0) >>> 0;
    bytes = integers.read(bytes, 1) >>> 0;
    chunks.push({ count, bytes });
  }
  return chunks;
}
