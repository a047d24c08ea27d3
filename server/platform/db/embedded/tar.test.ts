import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { withoutEntries } from './tar.ts';

it('removes named entries from a tar archive and keeps the others intact', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'groma-tar-'));
  fs.mkdirSync(path.join(folder, 'lib'));
  fs.writeFileSync(path.join(folder, 'lib/kept.so'), 'k'.repeat(1500));
  fs.writeFileSync(path.join(folder, 'lib/raster.so'), 'r'.repeat(700));
  fs.writeFileSync(path.join(folder, 'lib/empty.sql'), '');
  const tar = execFileSync('tar', [
    '--format=ustar',
    '-C',
    folder,
    '-cf',
    '-',
    'lib/kept.so',
    'lib/raster.so',
    'lib/empty.sql',
  ]);
  const slim = path.join(folder, 'slim.tar');
  fs.writeFileSync(slim, withoutEntries(tar, /raster/));
  expect(execFileSync('tar', ['-tf', slim]).toString().split('\n').filter(Boolean)).toEqual([
    'lib/kept.so',
    'lib/empty.sql',
  ]);
  expect(execFileSync('tar', ['-xOf', slim, 'lib/kept.so']).toString()).toBe('k'.repeat(1500));
  fs.rmSync(folder, { recursive: true });
});
