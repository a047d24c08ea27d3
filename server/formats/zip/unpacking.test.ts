import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Findings, Unreadable } from '../../base/problems.ts';
import { zip } from '../../testing/zip.ts';
import { ByteFile } from '../byte-file.ts';
import { Archive } from './archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'groma-unpacking-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Incompressible, of several pieces. */
const CONTENT = randomBytes(12_000_000);

async function begin(change: (archive: Buffer) => void = () => {}, stored = false) {
  const file = join(folder, 'archive.zip');
  const bytes = zip([{ name: 'a.bin', content: CONTENT, stored }]);
  change(bytes);
  writeFileSync(file, bytes);
  const archive = await Archive.open(file, new Findings());
  const unpacking = await archive.begin(archive.members[0]!, folder, 'unpacked');
  return { archive, unpacking };
}

it('lets the beginning of a member be read while the rest is unpacked', async () => {
  const { archive, unpacking } = await begin();
  await unpacking.until(100);
  expect(unpacking.ready).toBeLessThan(CONTENT.length);
  const file = new ByteFile(unpacking);
  expect(file.size).toBe(CONTENT.length);
  expect(file.slice(0, 100).equals(CONTENT.subarray(0, 100))).toBe(true);
  expect(() => file.at(CONTENT.length - 100, 100)).toThrow('Not written yet.');
  await unpacking.until(CONTENT.length);
  expect(file.slice(CONTENT.length - 100, 100).equals(CONTENT.subarray(-100))).toBe(true);
  expect(readFileSync(unpacking.path).equals(CONTENT)).toBe(true);
  file.close();
  archive.close();
});

it.each([
  ['packed', false],
  ['stored', true],
])('a %s member is not whole before its check sum was found right', async (_, stored) => {
  const { archive, unpacking } = await begin(
    (bytes) => bytes.writeUInt8(bytes[bytes.length - 200]! ^ 1, bytes.length - 200),
    stored,
  );
  await expect(unpacking.until(CONTENT.length)).rejects.toBeInstanceOf(Unreadable);
  expect(unpacking.has(CONTENT.length)).toBe(false);
  await expect(unpacking.done).rejects.toMatchObject({ key: 'zip-member-broken', values: { name: 'a.bin' } });
  archive.close();
});

it('ends when its archive is closed', async () => {
  const { archive, unpacking } = await begin();
  archive.close();
  await expect(unpacking.done).rejects.toBeInstanceOf(Unreadable);
  expect(unpacking.ready).toBeLessThan(CONTENT.length);
});
