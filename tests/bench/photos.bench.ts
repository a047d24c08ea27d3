/**
 * Panoramas: their pyramids against sharp's own tiles, what a map of very many costs for each of its frames, the viewer against a
 * bare Photo Sphere Viewer; and a gallery of very many photos.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { exactTrials, noisyTrials } from '#plugins/field/panorama/model/testing/ray-trials';
import { makePyramid } from '../../server/api/panoramics/pyramid.ts';
import { onMap } from './photos/on-map.ts';
import { VIEWER_PARTS, viewer } from './photos/viewer.ts';
import { atMost, within, type Bench, type ReportRow } from './report.ts';

const WIDTH = 16_384;

const bench: Bench = {
  name: 'panoramas and photos',
  parts: ['rays', 'pyramid', 'map', ...VIEWER_PARTS],
  async run(requested) {
    return [
      ...(requested.has('rays') ? rays() : []),
      ...(requested.has('pyramid') ? [await pyramid()] : []),
      ...(requested.has('map') ? await onMap() : []),
      ...(VIEWER_PARTS.some((part) => requested.has(part)) ? await viewer(requested) : []),
    ];
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

function rays(): ReportRow[] {
  const { worst } = exactTrials(1_000);
  const offBy = noisyTrials(10_000).map((covered) => Math.abs(covered - 0.95) * 100);
  return [
    within(1, { what: 'rays without noise miss their point by', ours: worst * 1e6, unit: 'µm' }),
    within(2, {
      what: 'share of 10,000 noisy trials within ±, off 95 % by',
      ours: Math.max(...offBy),
      unit: '% of them',
    }),
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
