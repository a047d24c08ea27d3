import { writeNumber } from './number.ts';

/** A growing buffer. Numbers are big-endian unless stated, as in PostgreSQL's protocol. */
export class ByteWriter {
  #bytes: Buffer;
  #view: DataView;
  length = 0;

  constructor(size: number) {
    const memory = new ArrayBuffer(size);
    this.#bytes = Buffer.from(memory);
    this.#view = new DataView(memory);
  }

  /** Reserves `more` bytes; required before writing single bytes and numbers. */
  reserve(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    const memory = new ArrayBuffer(Math.max(this.#bytes.length * 2, this.length + more));
    const larger = Buffer.from(memory);
    larger.set(this.#bytes.subarray(0, this.length));
    this.#bytes = larger;
    this.#view = new DataView(memory);
  }

  u8(value: number): void {
    this.#bytes[this.length++] = value;
  }

  i16(value: number): void {
    this.#view.setInt16(this.length, value);
    this.length += 2;
  }

  i32(value: number): void {
    this.#view.setInt32(this.length, value);
    this.length += 4;
  }

  u32le(value: number): void {
    this.#view.setUint32(this.length, value, true);
    this.length += 4;
  }

  f64le(value: number): void {
    this.#view.setFloat64(this.length, value, true);
    this.length += 8;
  }

  /** Writes a number as in JSON. */
  number(value: number): void {
    this.length = writeNumber(value, this.#bytes, this.length);
  }

  /** Writes ASCII text only: digits, brackets. */
  ascii(text: string): void {
    const bytes = this.#bytes;
    let at = this.length;
    for (let i = 0; i < text.length; i++) bytes[at++] = text.charCodeAt(i);
    this.length = at;
  }

  text(text: string): void {
    this.reserve(text.length * 3 + 8);
    this.length += this.#bytes.write(text, this.length, 'utf8');
  }

  bytes(bytes: Uint8Array): void {
    this.reserve(bytes.length + 8);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Writes the output of `write`, prefixed by its length. */
  sized(write: () => void): void {
    this.reserve(8);
    const at = this.length;
    this.length += 4;
    write();
    this.#view.setInt32(at, this.length - at - 4);
    this.reserve(8);
  }

  /** Returns what was written since the last call; valid until the next write. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.length);
    this.length = 0;
    return taken;
  }
}
