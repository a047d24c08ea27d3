import path from 'node:path';
import type { ServerConfig } from '../../base/config/server-config.ts';
import { Copies } from './copies.ts';
import { FolderStorage } from './folder.ts';
import { OutsideStorage } from './outside.ts';
import { readS3Address } from './s3-address.ts';
import type { Storage } from './storage.ts';

type StorageConfig = Pick<ServerConfig, 'data' | 'storageUrl' | 'importFolder'>;

/** Opens the configured storage. Throws an error with a message when it cannot be used. */
export async function openStorage(config: StorageConfig): Promise<Storage> {
  const own = await openOwn(config);
  return config.importFolder ? new OutsideStorage(own, config.importFolder) : own;
}

async function openOwn(config: StorageConfig): Promise<Storage> {
  if (config.storageUrl === undefined) return FolderStorage.open(path.join(config.data, 'files'));
  const address = readS3Address(config.storageUrl);
  // Loaded only when used: loading the client takes 0.4 s.
  const { S3Storage } = await import('./s3.ts');
  return new S3Storage(address, new Copies(path.join(config.data, 'copies')));
}
