import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const WINDOW = 4 * 1024 * 1024;

/** A file that is still being written: its size in the end, and the bytes that can be read. */
export interface GrowingFile {
  readonly path: string;
  readonly size: number;
  readonly ready: number;
}

/** A file read through a window, so that a file of any size needs memory only for its largest record. */
export class ByteFile {
  readonly size: number;
  /** Buffer of the window; `at` returns an offset into it. */
  bytes = Buffer.alloc(0);
  view = new DataView(new ArrayBuffer(0));
  #fd: number;
  #start = 0;
  #length = 0;
  readonly #growing: GrowingFile | undefined;

  constructor(from: string | GrowingFile) {
    this.#growing = typeof from === 'string' ? undefined : from;
    this.#fd = openSync(typeof from === 'string' ? from : from.path, 'r');
    this.size = this.#growing?.size ?? fstatSync(this.#fd).size;
  }

  /**
   * Loads `length` bytes from `offset`; returns where they begin in `bytes` and `view`. They are valid until the next
   * call. Throws RangeError beyond the end of the file. Of a growing file only what is ready may be asked for.
   */
  at(offset: number, length: number): number {
    if (offset >= this.#start && offset + length <= this.#start + this.#length) return offset - this.#start;
    if (offset < 0 || offset + length > this.size) throw new RangeError('Beyond the end of the file.');
    const ready = this.#growing?.ready ?? this.size;
    if (offset + length > ready) throw new Error('Not written yet.');
    const bytes = Math.min(Math.max(length, WINDOW), ready - offset);
    if (this.bytes.length < bytes) {
      const memory = new ArrayBuffer(bytes);
      this.bytes = Buffer.from(memory);
      this.view = new DataView(memory);
    }
    let done = 0;
    while (done < bytes) {
      const read = readSync(this.#fd, this.bytes, done, bytes - done, offset + done);
      if (read === 0) throw new RangeError('Beyond the end of the file.');
      done += read;
    }
    this.#start = offset;
    this.#length = bytes;
    return 0;
  }

  /** Returns a copy of up to `length` bytes from `offset`. */
  slice(offset: number, length: number): Buffer {
    const available = Math.max(0, Math.min(length, this.size - offset));
    if (available === 0) return Buffer.alloc(0);
    const at = this.at(offset, available);
    return Buffer.from(this.bytes.subarray(at, at + available));
  }

  close(): void {
    closeSync(this.#fd);
  }
}
