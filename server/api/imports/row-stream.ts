import { open } from 'node:fs/promises';

interface Piece {
  bytes: number;
  rows: number;
}

/** Rows that one thread writes to a file while the other side loads them, piece by piece until the end. */
export class RowStream {
  readonly #path: string;
  #pieces: Piece[] = [];
  #ended = false;
  #failure: unknown;
  #wake: () => void = () => {};

  constructor(path: string) {
    this.#path = path;
  }

  /** Announces more data in the file. */
  written(piece: Piece): void {
    this.#pieces.push(piece);
    this.#wake();
  }

  /** No more data. */
  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** No more data, and what came must be discarded: reading throws `failure`. */
  fail(failure: unknown): void {
    this.#failure = failure;
    this.end();
  }

  async *tuples(): AsyncGenerator<{ tuples: Uint8Array; rows: number }> {
    let file: Awaited<ReturnType<typeof open>> | undefined;
    let memory = Buffer.alloc(0);
    try {
      for (;;) {
        if (this.#failure !== undefined) throw this.#failure as Error;
        const piece = this.#pieces.shift();
        if (piece) {
          file ??= await open(this.#path, 'r');
          // A new buffer for each piece would trigger garbage collections of the server's whole heap.
          if (memory.length < piece.bytes) memory = Buffer.allocUnsafe(piece.bytes);
          const tuples = memory.subarray(0, piece.bytes);
          for (let done = 0; done < piece.bytes;) {
            const { bytesRead } = await file.read(tuples, done, piece.bytes - done, null);
            if (bytesRead === 0) throw new Error('The file of rows is shorter than was reported.');
            done += bytesRead;
          }
          yield { tuples, rows: piece.rows };
        } else if (this.#ended) return;
        else await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      await file?.close();
    }
  }
}
