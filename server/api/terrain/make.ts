import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { levelFor, loadGeoid } from '#core/geodesy';
import type { HeightsAbove, HeightUnit, Terrain } from '#core/protocol';
import { useGridFiles, type GridFiles } from '../../shared/crs/grids.ts';
import { boundDecoders } from '../../formats/geotiff/decoders.ts';
import { Dem } from '../../formats/geotiff/dem.ts';
import { crsOf, extentOf, heightsOf, resolutionOf, underOf } from './dem/georeference.ts';
import { tileOf, type Under } from './dem/resample.ts';
import { UnusableDem } from '../../formats/geotiff/unusable.ts';
import { makePyramid } from './pyramid/pyramid.ts';
import { INDEX_FILE, levelsOf, tileCount, TileIndex, TILES_FILE, type Laid } from './pyramid/tile-file.ts';

export interface MakeTask {
  file: string;
  folder: string;
  crs: string | undefined;
  heights: HeightsAbove | undefined;
  unit: HeightUnit | undefined;
  grids: GridFiles;
}

export type Made = Pick<
  Terrain,
  'heights' | 'unit' | 'unitFrom' | 'crs' | 'resolution' | 'extent' | 'lowest' | 'highest' | 'finest'
>;

const packed = promisify(gzip);
/** Finest level: 4 cm at the equator. */
const FINEST = 23;
const MAX_TILES = 200_000;

/** Builds the tiles of a model. `progress` from 0 to 1. Throws UnusableDem. */
export async function makeTerrain(task: MakeTask, progress: (part: number) => void): Promise<Made> {
  await boundDecoders();
  useGridFiles(task.grids);
  const dem = await Dem.open(task.file, task.unit);
  try {
    return await madeOf(dem, task, progress);
  } finally {
    await dem.close();
  }
}

async function madeOf(dem: Dem, task: MakeTask, progress: (part: number) => void): Promise<Made> {
  const crs = await crsOf(dem, task.crs);
  const heights = heightsOf(dem, task.heights);
  if (heights === 'egm96') await loadGeoid();
  const extent = extentOf(dem, crs);
  const resolution = resolutionOf(dem, crs);
  const laid: Laid = { extent, finest: Math.min(FINEST, levelFor(resolution, nearestEquator(extent))) };
  const tiles = tileCount(laid);
  if (tiles > MAX_TILES) throw new UnusableDem('too-many-tiles', { tiles, most: MAX_TILES });
  const range = await writeTiles(task.folder, dem, underOf(dem, crs, heights), laid, progress);
  const { unit, from: unitFrom } = dem.unit;
  return { heights, unit, unitFrom, crs, resolution, ...laid, ...range };
}

/** The latitude where tiles of a level are largest. */
function nearestEquator([, south, , north]: Terrain['extent']): number {
  return Math.max(0, south, -north);
}

async function writeTiles(
  folder: string,
  dem: Dem,
  under: Under,
  laid: Laid,
  progress: (part: number) => void,
): Promise<{ lowest: number; highest: number }> {
  const index = new TileIndex(laid);
  const out = createWriteStream(path.join(folder, TILES_FILE), { mode: 0o600 });
  const failed = once(out, 'error').then(([error]) => Promise.reject(error as Error));
  failed.catch(() => {});
  const levels = levelsOf(laid);
  const { columns, rows } = levels.at(-1)!;
  let [lowest, highest, done] = [Infinity, -Infinity, 0];
  const making = makePyramid({
    levels,
    finest: async ({ level, x, y }) => {
      progress(done++ / (columns * rows));
      return tileOf(dem, under, level, x, y);
    },
    keep: async (address, tile) => {
      if (address.level === laid.finest)
        for (const height of tile) {
          if (height < lowest) lowest = height;
          if (height > highest) highest = height;
        }
      const bytes = await packed(new Uint8Array(tile.buffer), { level: 4 });
      index.add(address, bytes.length);
      if (!out.write(bytes)) await once(out, 'drain');
    },
  });
  await Promise.race([making, failed]);
  out.end();
  await finished(out);
  if (lowest > highest) throw new UnusableDem('no-heights');
  await writeFile(path.join(folder, INDEX_FILE), index.bytes, { mode: 0o600 });
  return { lowest, highest };
}
