import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HttpError } from '../../base/http-error.ts';
import { FolderStorage } from './folder.ts';
import { openStorage } from './open.ts';
import { readS3Address } from './s3-address.ts';
import type { Storage } from './storage.ts';
import { startTestS3, type TestS3 } from '../../testing/s3.ts';

const MB = 1024 * 1024;

interface TestedStorage {
  storage: Storage;
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  /** Names of all stored files, including leftovers of interrupted writes. */
  remains(): Promise<string[]>;
}

describe.each(['a folder', 'an S3 store'])('files kept in %s', (kind) => {
  let data: string;
  let s3: TestS3 | undefined;
  let stored: TestedStorage;

  beforeAll(async () => {
    data = await fs.mkdtemp(path.join(os.tmpdir(), 'groma-storage-'));
    if (kind === 'an S3 store') {
      s3 = await startTestS3();
      const storage = await openStorage({ data, storageUrl: s3.url });
      stored = { storage, goAway: s3.stop, comeBack: s3.start, remains: s3.keys };
    } else {
      const [root, other] = [path.join(data, 'files'), path.join(data, 'gone')];
      const storage = await openStorage({ data, storageUrl: undefined });
      stored = {
        storage,
        goAway: () => fs.rename(root, other),
        comeBack: () => fs.rename(other, root),
        remains: async () =>
          (await fs.readdir(root, { recursive: true, withFileTypes: true }))
            .filter((entry) => entry.isFile())
            .map((entry) => entry.name),
      };
    }
  });
  afterAll(async () => {
    await s3?.remove();
    await fs.rm(data, { recursive: true, force: true });
  });

  /** Content in chunks of 64 kB, as from the network. */
  const pieces = (content: Buffer) =>
    Readable.from(
      (function* () {
        for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536);
      })(),
    );
  const errorOf = async (work: Promise<unknown>): Promise<HttpError> => {
    const thrown = await work.then(
      () => undefined,
      (failure: unknown) => failure,
    );
    expect(thrown).toBeInstanceOf(HttpError);
    return thrown as HttpError;
  };

  it.each([0, 5, 40 * MB])('returns %i bytes unchanged', async (length) => {
    const content = randomBytes(length);
    const key = `files/of-${length}`;
    expect(await stored.storage.write(key, pieces(content), 64 * MB)).toBe(length);
    expect(await stored.storage.size(key)).toBe(length);
    expect((await buffer(await stored.storage.read(key))).equals(content)).toBe(true);
    expect((await fs.readFile(await stored.storage.localPath(key))).equals(content)).toBe(true);
  });

  it('reads a range from the middle', async () => {
    await stored.storage.write('files/alphabet', pieces(Buffer.from('abcdefghij')), MB);
    const part = await stored.storage.read('files/alphabet', { start: 2, end: 4 });
    expect((await buffer(part)).toString()).toBe('cde');
  });

  it('stores nothing of content that is too large or ends with an error', async () => {
    const before = await stored.remains();
    const tooLarge = await errorOf(
      stored.storage.write('files/large', pieces(Buffer.alloc(40 * MB)), 20 * MB),
    );
    expect([tooLarge.status, tooLarge.values]).toEqual([413, { megabytes: 20 }]);
    const broken = Readable.from(
      (function* () {
        yield Buffer.alloc(20 * MB);
        throw new Error('The line broke.');
      })(),
    );
    await expect(stored.storage.write('files/broken', broken, 64 * MB)).rejects.toThrow('The line broke.');
    expect(await stored.remains()).toEqual(before);
    expect(await stored.storage.size('files/broken')).toBeUndefined();
  });

  it('removes files, also missing ones', async () => {
    await stored.storage.write('files/short', pieces(Buffer.from('x')), MB);
    await stored.storage.localPath('files/short');
    await stored.storage.remove('files/short');
    await stored.storage.remove('files/short');
    expect(await stored.storage.size('files/short')).toBeUndefined();
    expect((await errorOf(stored.storage.read('files/short'))).key).toBe('storage.missing');
    expect((await errorOf(stored.storage.localPath('files/short'))).key).toBe('storage.missing');
  });

  it('refuses a key that leads elsewhere', async () => {
    await expect(stored.storage.read('../secret')).rejects.toThrow('Not a storage key');
  });

  it('answers 503 while it is down, stores nothing meanwhile, and works when it is back', async () => {
    await stored.storage.write('files/before', pieces(Buffer.from('still here')), MB);
    const before = await stored.remains();
    expect(await stored.storage.status()).toBe('ok');
    await stored.goAway();
    expect(await stored.storage.status()).toBe('unavailable');
    const refused = await errorOf(
      stored.storage.write('files/meanwhile', pieces(Buffer.alloc(20 * MB)), 64 * MB),
    );
    expect([refused.status, refused.key]).toEqual([503, 'storage.unavailable']);
    await stored.comeBack();
    expect(await stored.storage.status()).toBe('ok');
    expect(await stored.remains()).toEqual(before);
    expect((await buffer(await stored.storage.read('files/before'))).toString()).toBe('still here');
  });
});

describe('the URL of an S3 storage', () => {
  it('names bucket, folder, endpoint and region', () => {
    expect(
      readS3Address('s3://survey/groma/files?endpoint=https%3A%2F%2Fs3.example&pathStyle=1', {}),
    ).toEqual({
      bucket: 'survey',
      prefix: 'groma/files/',
      endpoint: 'https://s3.example',
      region: 'us-east-1',
      pathStyle: true,
    });
    expect(readS3Address('s3://survey', { AWS_REGION: 'eu-south-1' })).toMatchObject({
      prefix: '',
      endpoint: undefined,
      region: 'eu-south-1',
      pathStyle: false,
    });
  });

  it.each([
    ['/var/files', 'it is no s3:// address'],
    ['s3://key:secret@bucket', 'AWS_SECRET_ACCESS_KEY'],
    ['s3://Bu_cket', 'no name of a bucket'],
    ['s3://bucket?endpoint=ftp://x', 'no http or https address'],
    ['s3://bucket?ssl=0', 'no setting “ssl”'],
  ])('is refused with a message: %s', (text, words) => {
    expect(() => readS3Address(text, {})).toThrow(words);
  });
});

it('a folder says when its disk is full', async () => {
  const home = await fs.mkdtemp(path.join(os.tmpdir(), 'groma-storage-'));
  const storage = await FolderStorage.open(home);
  const space = await fs.statfs(home);
  const statfs = vi.spyOn(fs, 'statfs').mockResolvedValue({ ...space, bsize: 4096, bavail: 1000 });
  expect(await storage.status()).toBe('full');
  statfs.mockRestore();
  await fs.rm(home, { recursive: true });
});
