import pLimit from 'p-limit';
import { heightWithin, schemeOf } from '#core/geodesy';
import { HttpError } from '../../base/http-error.ts';
import type { TerrainRow } from './store.ts';
import type { Address } from './pyramid/tile-file.ts';
import { heightsOfTile } from './tiles.ts';

const AT_ONCE = 8;
/** Most tiles per request to a remote terrain. */
const MAX_REMOTE = 100;

interface OnTile {
  address: Address;
  places: { number: number; right: number; down: number }[];
}

/** Heights at positions from the finest tiles, in order; null where there is none. */
export async function sample(
  sources: Parameters<typeof heightsOfTile>[0],
  terrain: TerrainRow,
  places: readonly (readonly [number, number])[],
): Promise<(number | null)[]> {
  const heights = places.map((): number | null => null);
  const limit = pLimit(AT_ONCE);
  const tiles = byTile(terrain, places);
  // Each takes several tiles of another server.
  if (terrain.key === null && tiles.size > MAX_REMOTE)
    throw new HttpError(422, 'terrain.too-spread', { most: MAX_REMOTE });
  await Promise.all(
    [...tiles.values()].map(({ address, places: on }) =>
      limit(async () => {
        const tile = await heightsOfTile(sources, terrain, address);
        if (!tile) return;
        for (const { number, right, down } of on) {
          const height = heightWithin(tile, right, down);
          if (!Number.isNaN(height)) heights[number] = height;
        }
      }),
    ),
  );
  return heights;
}

function byTile(
  { extent, finest: level }: TerrainRow,
  places: readonly (readonly [number, number])[],
): Map<string, OnTile> {
  const [west, south, east, north] = extent;
  const count = 2 ** level;
  const tiles = new Map<string, OnTile>();
  for (const [number, [longitude, latitude]] of places.entries()) {
    if (longitude < west || longitude > east || latitude < south || latitude > north) continue;
    const [x, y] = schemeOf(longitude, latitude).map((part) => part * count) as [number, number];
    const [column, row] = [Math.min(count - 1, Math.floor(x)), Math.min(count - 1, Math.floor(y))];
    const name = `${column}/${row}`;
    const tile = tiles.get(name) ?? { address: { level, x: column, y: row }, places: [] };
    tile.places.push({ number, right: x - column, down: y - row });
    tiles.set(name, tile);
  }
  return tiles;
}
