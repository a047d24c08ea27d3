import { Transform } from 'node:stream';
import { HttpError } from '../../base/http-error.ts';

/** Counts bytes, and fails beyond the limit. */
export class Counter extends Transform {
  bytes = 0;
  readonly #limit: number;

  constructor(limit: number) {
    super();
    this.#limit = limit;
  }

  override _transform(
    piece: Buffer,
    _encoding: BufferEncoding,
    done: (error?: Error | null, data?: Buffer) => void,
  ) {
    this.bytes += piece.length;
    if (this.bytes > this.#limit)
      done(new HttpError(413, 'http.upload-too-large', { megabytes: Math.floor(this.#limit / 1024 / 1024) }));
    else done(null, piece);
  }
}
