import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/** Number of first bytes kept to detect the media type. */
export const HEAD_BYTES = 64 * 1024;

/** Called once with the first bytes, before most of the content has arrived. Throws HttpError to stop the upload. */
export type LookAtHead = (head: Buffer, name: string) => void;

/** Content on its way to the storage: its checksum and first bytes. */
export class Intake extends Transform {
  #hash = createHash('sha256');
  #pieces: Buffer[] = [];
  #held = 0;
  #head: Buffer | undefined;
  readonly #name: string;
  readonly #look: LookAtHead | undefined;

  constructor(name: string, look?: LookAtHead) {
    super();
    this.#name = name;
    this.#look = look;
  }

  get head(): Buffer {
    return this.#head ?? Buffer.alloc(0);
  }

  /** Hexadecimal; call once, at the end. */
  sha256(): string {
    return this.#hash.digest('hex');
  }

  override _transform(
    piece: Buffer,
    _encoding: BufferEncoding,
    done: (error?: Error | null, data?: Buffer) => void,
  ) {
    this.#hash.update(piece);
    try {
      if (!this.#head) {
        this.#pieces.push(piece);
        this.#held += piece.length;
        if (this.#held >= HEAD_BYTES) this.#complete();
      }
      done(null, piece);
    } catch (thrown) {
      done(thrown as Error);
    }
  }

  override _flush(done: (error?: Error | null) => void) {
    try {
      if (!this.#head) this.#complete();
      done();
    } catch (thrown) {
      done(thrown as Error);
    }
  }

  #complete(): void {
    this.#head = Buffer.concat(this.#pieces).subarray(0, HEAD_BYTES);
    this.#pieces = [];
    this.#look?.(this.#head, this.#name);
  }
}
