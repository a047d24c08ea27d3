import type { Readable } from 'node:stream';

/** Files by key (`files/<uuid>`); a folder or an S3-compatible store. A file appears whole or not at all. */
export interface Storage {
  /** Resolves to the bytes written. @throws when `limit` bytes are passed; nothing stays behind. */
  write(key: string, content: Readable, limit: number): Promise<number>;
  /** The file, or the bytes of it from `start` to `end`, both included. @throws Refusal when it is not there. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Its bytes; undefined when there is no such file. */
  size(key: string): Promise<number | undefined>;
  /** A path on this machine with the file's content, for programs that need one; may be a copy. */
  localPath(key: string): Promise<string>;
  /** Removes a file, and what an interrupted writing of it has left. That there is none is no error. */
  remove(key: string): Promise<void>;
  status(): Promise<'ok' | 'unavailable'>;
}

export interface ByteRange {
  start: number;
  end: number;
}

/** Keys are made by the server; one that would lead elsewhere is a fault of ours and stops here. */
export function checkKey(key: string): string {
  if (!/^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/i.test(key))
    throw new Error(`Not a storage key: ${key}`);
  return key;
}
