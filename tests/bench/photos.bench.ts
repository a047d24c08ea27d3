/** Panoramas: their pyramids against sharp's own tiles, and what a map of very many costs for each of its frames. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { PanoramicPlace } from '#core/protocol';
import { thinned } from '#plugins/field/panorama/model/thinned';
import { makePyramid } from '../../server/api/panoramics/pyramid.ts';
import { atMost, median, within, type Bench, type ReportRow } from './report.ts';

const WIDTH = 16_384;
const MANY = 20_000;

const bench: Bench = {
  name: 'panoramas',
  async run() {
    return [await pyramid(), manyOnMap()];
  },
};
export default bench;

async function pyramid(): Promise<ReportRow> {
  const folder = mkdtempSync(join(tmpdir(), 'groma-pyramid-'));
  try {
    const file = join(folder, 'noise.jpg');
    // Of a real picture about as many bytes: soft noise.
    await sharp({
      create: {
        width: WIDTH / 8,
        height: WIDTH / 16,
        channels: 3,
        background: 'grey',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .resize(WIDTH, WIDTH / 2)
      .jpeg({ quality: 90 })
      .toFile(file);
    const sharpOnly = await timed(() =>
      sharp(file, { limitInputPixels: false, sequentialRead: true })
        .jpeg({ quality: 85 })
        .tile({ size: 512, overlap: 0, layout: 'dz', container: 'fs', depth: 'onetile' })
        .toFile(join(folder, 'sharp.dz')),
    );
    const shape = {
      kind: 'equirectangular' as const,
      width: WIDTH,
      crop: [0, 0, WIDTH, WIDTH / 2] as const,
    };
    const ours = await timed(() => makePyramid({ file, shape, folder }, () => {}));
    return atMost(1 / 0.8, {
      what: `pyramid of ${WIDTH} × ${WIDTH / 2} pixels`,
      ours,
      peer: sharpOnly,
      against: 'tiles of sharp alone',
      unit: 'ms',
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What is chosen anew for each frame of a moving map; drawing is that of as many points as the screen has room for. */
function manyOnMap(): ReportRow {
  const places = Array.from({ length: MANY }, (_, i) => ({
    position: [9.19 + (i % 200) * 1e-4, 45.46 + Math.floor(i / 200) * 1e-4],
  })) as Pick<PanoramicPlace, 'position'>[];
  const all = places.map((_, i) => i);
  const samples = Array.from({ length: 50 }, () => {
    const start = performance.now();
    thinned(places, all, 2, 9, 16);
    return performance.now() - start;
  });
  return within(4, {
    what: `choosing which of ${MANY.toLocaleString('en')} panoramas are drawn`,
    ours: median(samples),
    unit: 'ms',
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
