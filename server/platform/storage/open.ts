import path from 'node:path';
import type { ServerConfig } from '../../base/config/server-config.ts';
import { Copies } from './copies.ts';
import { FolderStorage } from './folder.ts';
import { readS3Address } from './s3-address.ts';
import type { Storage } from './storage.ts';

/** Opens the configured storage. Throws an error with a message when it cannot be used. */
export async function openStorage(config: Pick<ServerConfig, 'data' | 'storageUrl'>): Promise<Storage> {
  if (config.storageUrl === undefined) return FolderStorage.open(path.join(config.data, 'files'));
  const address = readS3Address(config.storageUrl);
  // Loaded only when used: loading the client takes 0.4 s.
  const { S3Storage } = await import('./s3.ts');
  return new S3Storage(address, new Copies(path.join(config.data, 'copies')));
}
