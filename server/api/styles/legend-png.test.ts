import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { factsOf, previewOf } from '../../shared/files/pictures.ts';
import { legendPng } from './legend-png.ts';

describe('a legend as a PNG', () => {
  it('is scaled down where it would be too tall to render', async () => {
    const { width, height } = await sharp(
      await legendPng({ width: 50, height: 64_000, rows: [] }, 2),
    ).metadata();
    // 32,000 pixels at the most, half a pixel each.
    expect([width, height]).toEqual([25, 32_000]);
  });

  it('is rendered even after the same process has decoded photos, which are not SVG', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'groma-legend-'));
    const photo = path.join(folder, 'photo.png');
    const drawing = path.join(folder, 'drawing.png');
    await sharp({ create: { width: 4, height: 3, channels: 3, background: '#123456' } }).toFile(photo);
    await writeFile(drawing, '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>');
    expect(await factsOf(photo)).toMatchObject({ width: 4, height: 3 });
    const look = (file: string) => previewOf({ look: 'preview', file, mediaType: 'image/png', size: 256 });
    expect(await look(photo)).toBeDefined();
    expect(await look(drawing)).toBeUndefined();
    await rm(folder, { recursive: true });
    const legend = await legendPng({ width: 40, height: 30, rows: [] }, 1);
    expect((await sharp(legend).metadata()).width).toBe(40);
  });
});
