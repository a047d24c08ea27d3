import { buffer } from 'node:stream/consumers';
import type { Storage } from '../../platform/storage/storage.ts';

/** Bytes `start` to `end`, both included, of a content in the storage. */
export async function bytesOf(storage: Storage, key: string, start: number, end: number): Promise<Buffer> {
  return buffer(await storage.read(key, { start, end }));
}
