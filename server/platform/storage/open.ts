import path from 'node:path';
import type { ServerConfig } from '../../base/config/server-config.ts';
import { Copies } from './copies.ts';
import { FolderStorage } from './folder.ts';
import type { OutsideFiles } from './outside-files.ts';
import { OutsideFolder } from './outside-folder.ts';
import { OutsideStorage } from './outside.ts';
import { readS3Address } from './s3-address.ts';
import type { Storage } from './storage.ts';

type StorageConfig = Pick<ServerConfig, 'data' | 'storageUrl' | 'importFolder'>;

/** Opens the configured storage. Throws an error with a message when it cannot be used. */
export async function openStorage(config: StorageConfig): Promise<Storage> {
  const own = await openOwn(config);
  const outside = await openOutside(config);
  return outside ? new OutsideStorage(own, outside) : own;
}

/** The import folder, on this machine or in an object store; undefined without one. */
export async function openOutside({
  data,
  importFolder,
}: Pick<StorageConfig, 'data' | 'importFolder'>): Promise<OutsideFiles | undefined> {
  if (importFolder === undefined) return undefined;
  if (!importFolder.startsWith('s3:')) return new OutsideFolder(importFolder);
  const address = readS3Address(importFolder, process.env, 'GROMA_IMPORT_FOLDER');
  const { OutsideBucket } = await import('./outside-bucket.ts');
  return new OutsideBucket(address, new Copies(path.join(data, 'copies')));
}

async function openOwn(config: StorageConfig): Promise<Storage> {
  if (config.storageUrl === undefined) return FolderStorage.open(path.join(config.data, 'files'));
  const address = readS3Address(config.storageUrl);
  // Loaded only when used: loading the client takes 0.4 s.
  const { S3Storage } = await import('./s3.ts');
  return new S3Storage(address, new Copies(path.join(config.data, 'copies')));
}
