import fs from 'node:fs';

const PIECE = 256 * 1024;

/** A file written sequentially in large chunks, synchronously: its thread does nothing else. */
export class OutFile {
  readonly #fd: number;
  readonly #buffer = Buffer.allocUnsafe(PIECE);
  #used = 0;
  #written = 0;

  constructor(path: string) {
    this.#fd = fs.openSync(path, 'wx', 0o600);
  }

  /** Bytes so far. */
  get size(): number {
    return this.#written + this.#used;
  }

  text(text: string): void {
    if (text.length * 3 > PIECE - this.#used) return this.bytes(Buffer.from(text));
    this.#used += this.#buffer.write(text, this.#used);
  }

  bytes(bytes: Uint8Array): void {
    if (bytes.length > PIECE - this.#used) this.#flush();
    if (bytes.length > PIECE) return this.#write(bytes);
    this.#buffer.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  /** Overwrites earlier bytes, for a header known only at the end. */
  patch(at: number, bytes: Uint8Array): void {
    this.#flush();
    fs.writeSync(this.#fd, bytes, 0, bytes.length, at);
  }

  close(): void {
    this.#flush();
    fs.closeSync(this.#fd);
  }

  #flush(): void {
    if (this.#used > 0) this.#write(this.#buffer.subarray(0, this.#used));
    this.#used = 0;
  }

  #write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;)
      at += fs.writeSync(this.#fd, bytes, at, bytes.length - at, this.#written + at);
    this.#written += bytes.length;
  }
}
