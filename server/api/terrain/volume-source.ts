import pLimit from 'p-limit';
import { placeOfScheme, tilesOf } from '#core/geodesy';
import { HttpError } from '../../base/http-error.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { Outgoing } from '../../platform/outgoing/fetch.ts';
import type { TerrainRow } from './store.ts';
import { heightsOfTile } from './tiles.ts';
import { tileName } from './volume/height-grid.ts';
import type { TerrainSource } from './volume/open-surface.ts';

/** Most tiles of a terrain whose model was not kept, and of one on another server; each has 16,384 heights. */
const MAX_TILES = 600;
const MAX_REMOTE_TILES = 100;
const AT_ONCE = 8;

/** What a thread reads a terrain from within an extent. Throws 422 where that takes too many tiles. */
export async function sourceOf(
  services: { storage: Storage; outgoing: Outgoing },
  terrain: TerrainRow,
  extent: TerrainRow['extent'],
): Promise<TerrainSource> {
  const { source, crs, heights, unit, resolution, finest: level } = terrain;
  if (source !== null)
    return {
      kind: 'model',
      file: await services.storage.localPath(source),
      crs,
      heights,
      unit: unit ?? undefined,
      resolution,
    };
  const maxTiles = terrain.key === null ? MAX_REMOTE_TILES : MAX_TILES;
  // With the heights of the neighbours along the border.
  const { west, north, columns, rows } = tilesOf(widened(extent, level), level);
  if (columns * rows > maxTiles)
    throw new HttpError(422, terrain.key === null ? 'terrain.volume.elsewhere' : 'terrain.volume.tiles', {
      tiles: columns * rows,
      most: maxTiles,
    });
  const tiles = new Map<string, Float32Array>();
  const limit = pLimit(AT_ONCE);
  const load = async (x: number, y: number) => {
    const tile = await heightsOfTile(services, terrain, { level, x, y });
    if (tile) tiles.set(tileName(x, y), tile);
  };
  await Promise.all(
    Array.from({ length: columns * rows }, (_, n) =>
      limit(() => load(west + (n % columns), north + Math.floor(n / columns))),
    ),
  );
  return { kind: 'tiles', tiles, level, resolution };
}

function widened([west, south, east, north]: TerrainRow['extent'], level: number): TerrainRow['extent'] {
  const cell = 2 * placeOfScheme(0.5 + 1 / (128 * 2 ** level), 0.5)[0];
  return [west - cell, south - cell, east + cell, north + cell];
}

/** West, south, east and north of rings, within which a terrain is read; contiguous across 180°. */
export function extentOfRings(
  rings: readonly (readonly (readonly [number, number])[])[],
): TerrainRow['extent'] {
  const places = rings.flat();
  const longitudes = places.map(([longitude]) => longitude);
  const latitudes = places.map(([, latitude]) => latitude);
  const min = (values: readonly number[]) => values.reduce((one, other) => Math.min(one, other), Infinity);
  const max = (values: readonly number[]) => values.reduce((one, other) => Math.max(one, other), -Infinity);
  return [min(longitudes), min(latitudes), max(longitudes), max(latitudes)];
}
