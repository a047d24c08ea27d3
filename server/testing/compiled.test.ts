import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { removeOld } from './compiled.ts';

it('copies of the server that killed runs left are removed, those of today are not', async () => {
  const caches = await fs.mkdtemp(path.join(tmpdir(), 'groma-caches-'));
  try {
    const twoDaysAgo = Date.now() / 1000 - 2 * 86_400;
    for (const name of ['groma-server-old', 'groma-server-new', 'vite']) {
      await fs.mkdir(path.join(caches, name));
      await fs.writeFile(path.join(caches, name, 'start.mjs'), '');
      if (name !== 'groma-server-new') await fs.utimes(path.join(caches, name), twoDaysAgo, twoDaysAgo);
    }
    await removeOld(caches);
    expect((await fs.readdir(caches)).toSorted()).toEqual(['groma-server-new', 'vite']);
  } finally {
    await fs.rm(caches, { recursive: true });
  }
});
