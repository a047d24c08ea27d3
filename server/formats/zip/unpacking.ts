import { closeSync, openSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';

const PACKED_PIECE = 4 * 1024 ** 2;
/** Small pieces take several times as long. */
const PIECE = 1024 ** 2;

export interface Packed {
  /** The archive, and where the content of the member lies in it. */
  file: string;
  start: number;
  length: number;
  deflated: boolean;
  /** Length and check sum when unpacked, as the archive states. */
  size: number;
  crc32: number;
}

/** A member of an archive on its way into a file, whose beginning can be read while the rest is unpacked. */
export class Unpacking {
  readonly path: string;
  /** Bytes of the whole file. */
  readonly size: number;
  /** Resolves when the whole file is there and has the length and check sum that were stated. */
  readonly done: Promise<void>;
  #ready = 0;
  #isDone = false;
  #waiting: { bytes: number; resolve: () => void }[] = [];
  readonly #stop = new AbortController();

  /** `damaged` is what is thrown when the content is not what was stated. */
  constructor(packed: Packed, path: string, damaged: () => Error) {
    this.path = path;
    this.size = packed.size;
    this.done = this.#unpack(packed).catch((thrown: unknown) => {
      // A full disk, for example, says nothing about the content.
      throw thrown instanceof Error && 'syscall' in thrown ? thrown : damaged();
    });
    // It may fail before anybody waits for it.
    this.done.catch(() => {});
  }

  /** Bytes from the beginning that can be read. */
  get ready(): number {
    return this.#ready;
  }

  /** Whether this many bytes from the beginning can be read; all of them only once the check sum is verified. */
  has(bytes: number): boolean {
    return this.#isDone || (bytes < this.size && bytes <= this.#ready);
  }

  /** Resolves when `has(bytes)`. */
  async until(bytes: number): Promise<void> {
    if (this.has(bytes)) return;
    if (bytes >= this.size) return this.done;
    await Promise.race([this.done, new Promise<void>((resolve) => this.#waiting.push({ bytes, resolve }))]);
  }

  stop(): void {
    this.#stop.abort();
  }

  async #unpack({ deflated, crc32: expected, ...packed }: Packed): Promise<void> {
    const { signal } = this.#stop;
    const content = Readable.from(piecesOf(packed));
    const write = (pieces: AsyncIterable<Buffer>) => this.#write(pieces, expected);
    if (deflated) {
      const options = { chunkSize: PIECE, readableHighWaterMark: 4 * PIECE };
      await pipeline(content, createInflateRaw(options), write, { signal });
    } else await pipeline(content, write, { signal });
    this.#isDone = true;
  }

  async #write(pieces: AsyncIterable<Buffer>, expected: number): Promise<void> {
    const out = openSync(this.path, 'w');
    let sum = 0;
    try {
      for await (const piece of pieces) {
        if (this.#ready + piece.length > this.size) throw new Error('Longer than stated.');
        sum = crc32(piece, sum);
        for (let done = 0; done < piece.length;) done += writeSync(out, piece, done);
        this.#ready += piece.length;
        this.#wake();
      }
    } finally {
      closeSync(out);
    }
    if (this.#ready !== this.size || sum !== expected) throw new Error('Damaged.');
  }

  #wake(): void {
    const served = this.#waiting.filter(({ bytes }) => bytes <= this.#ready);
    this.#waiting = this.#waiting.filter(({ bytes }) => bytes > this.#ready);
    for (const { resolve } of served) resolve();
  }
}

async function* piecesOf({ file, start, length }: Pick<Packed, 'file' | 'start' | 'length'>) {
  const handle = await open(file, 'r');
  try {
    for (let done = 0; done < length;) {
      const piece = Buffer.allocUnsafe(Math.min(PACKED_PIECE, length - done));
      const { bytesRead } = await handle.read(piece, 0, piece.length, start + done);
      if (bytesRead === 0) throw new Error('Cut off.');
      done += bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}
