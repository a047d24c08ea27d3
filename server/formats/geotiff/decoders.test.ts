import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { geotiff } from '../../testing/geotiff.ts';
import { boundDecoders } from './decoders.ts';
import { Dem } from './dem.ts';

describe('Deflated heights', () => {
  const { poolSize } = Buffer;
  let folder: string;

  beforeAll(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'dem-'));
    await boundDecoders();
    // As from Node 24 on: what zlib returns lies in a pool, among other bytes.
    Buffer.poolSize = 65_536;
  });
  afterAll(async () => {
    Buffer.poolSize = poolSize;
    await fs.rm(folder, { recursive: true });
  });

  it.each(['int16', 'float32', 'float64'] as const)('of %s are those that were written', async (type) => {
    const value = (column: number, row: number) => column + 100 * row;
    const file = path.join(folder, `${type}.tif`);
    const size = { width: 100, height: 90, tile: 32 };
    await fs.writeFile(file, geotiff({ ...size, origin: [0, 0], step: [1, 1], type, value, deflate: true }));
    const dem = await Dem.open(file);
    const heights = await dem.window(0, 0, 100, 90);
    await dem.close();
    expect([...heights]).toEqual(Array.from({ length: 9000 }, (_, i) => value(i % 100, Math.floor(i / 100))));
  });
});
