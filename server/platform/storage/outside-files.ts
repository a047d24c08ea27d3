import type { Readable } from 'node:stream';
import { HttpError } from '../../base/http-error.ts';
import type { ByteRange } from './storage.ts';

/** Most entries of a folder that are listed. */
export const MAX_ENTRIES = 5000;

export interface OutsideEntry {
  name: string;
  /** Below the import folder, with `/`. */
  path: string;
  folder: boolean;
  /** null for a folder. */
  bytes: number | null;
  /** null where a folder has no time of its own. */
  modifiedAt: string | null;
}

/** The files of the import folder, on this machine or in an object store: read, never changed or removed. */
export interface OutsideFiles {
  /** Files and folders by name, without hidden ones. Throws HttpError 404, 413 when there are too many, 422 outside. */
  list(below: string): Promise<OutsideEntry[]>;
  /** Undefined for a folder. Throws HttpError 404, 422. */
  size(file: string): Promise<number | undefined>;
  read(file: string, range?: ByteRange): Promise<Readable>;
  /** Of a file of an object store a copy, kept as long as it is used; `key` names it. */
  localPath(file: string, key: string): Promise<string>;
}

export const tooLarge = (count: number): HttpError =>
  new HttpError(413, 'uploads.folder-too-large', { count, max: MAX_ENTRIES });

/** Folders first, each by name. */
export const inOrder = (entries: OutsideEntry[]): OutsideEntry[] =>
  entries.sort((a, b) => Number(b.folder) - Number(a.folder) || a.name.localeCompare(b.name));
