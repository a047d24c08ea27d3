import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestS3, type TestS3 } from '../../testing/s3.ts';
import { buffer } from 'node:stream/consumers';
import { openOutside, openStorage } from './open.ts';
import type { OutsideFiles } from './outside-files.ts';
import { outsideKey } from './outside.ts';
import { clientOf } from './s3.ts';
import { readS3Address } from './s3-address.ts';

describe('An import folder in an object store', () => {
  let s3: TestS3;
  let data: string;
  let outside: OutsideFiles;
  const NAME = 'flights/July – süd.las';
  beforeAll(async () => {
    s3 = await startTestS3();
    data = await fs.mkdtemp(path.join(os.tmpdir(), 'groma-outside-'));
    const address = readS3Address(s3.url);
    const client = clientOf(address);
    for (const [name, content] of [
      [NAME, 'LASF and more'],
      ['flights/raw/a.laz', 'a'],
      ['flights/.hidden', 'h'],
      ['top.las', 't'],
    ])
      await client.send(
        new PutObjectCommand({ Bucket: address.bucket, Key: `${address.prefix}${name}`, Body: content }),
      );
    outside = (await openOutside({ data, importFolder: s3.url }))!;
  });
  afterAll(async () => {
    await s3.remove();
    await fs.rm(data, { recursive: true });
  });

  it('is listed folder by folder, without hidden files', async () => {
    expect((await outside.list('')).map(({ path: at, folder }) => [at, folder])).toEqual([
      ['flights', true],
      ['top.las', false],
    ]);
    const entries = await outside.list('flights');
    expect(entries.map(({ path: at }) => at)).toEqual(['flights/raw', NAME]);
    expect(entries[1]).toMatchObject({ bytes: 13, modifiedAt: expect.stringMatching(/^20\d\d-/) });
    await expect(outside.list('nothing')).rejects.toMatchObject({ status: 404 });
    await expect(outside.list('../other')).rejects.toMatchObject({ status: 422 });
    await expect(outside.size('none.las')).rejects.toMatchObject({ status: 404 });
  });

  it('has files that are read where they are, also in part, and never removed', async () => {
    const storage = await openStorage({ data, storageUrl: undefined, importFolder: s3.url });
    const key = outsideKey(NAME, 'id');
    expect(await storage.size(key)).toBe(13);
    expect((await buffer(await storage.read(key, { start: 5, end: 7 }))).toString()).toBe('and');
    expect(await fs.readFile(await storage.localPath(key), 'utf8')).toBe('LASF and more');
    const before = await s3.keys();
    await storage.remove(key);
    expect(await s3.keys()).toEqual(before);
  });

  it('that is no address is refused with a sentence', () => {
    expect(() => readS3Address('s3://A', process.env, 'GROMA_IMPORT_FOLDER')).toThrow(
      /GROMA_IMPORT_FOLDER cannot be used/,
    );
  });
});
