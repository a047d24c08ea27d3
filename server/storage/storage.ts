import type { Readable } from 'node:stream';

/** Files by key (`uploads/<uuid>`); a folder or an S3-compatible store. A file appears whole or not at all. */
export interface Storage {
  /** Resolves to the bytes written. @throws when `limit` bytes are passed; nothing stays behind. */
  write(key: string, content: Readable, limit: number): Promise<number>;
  read(key: string): Promise<Readable>;
  /** A path on this machine with the file's content, for programs that need one; may be a copy. */
  localPath(key: string): Promise<string>;
  remove(key: string): Promise<void>;
  status(): Promise<'ok' | 'unavailable'>;
}
