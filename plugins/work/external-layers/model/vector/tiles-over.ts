import { eastingOf, HALF_WORLD, northingOf } from '#core/canvas';
import type { LayerExtent, TilePlace } from '#core/mapview';

/** The tiles of a level that meet an extent in longitude and latitude; undefined: there are more than `most`. */
export function tilesOver(
  [west, south, east, north]: LayerExtent,
  level: number,
  most: number,
): readonly TilePlace[] | undefined {
  const size = (2 * HALF_WORLD) / 2 ** level;
  const last = 2 ** level - 1;
  const index = (metres: number) => Math.max(0, Math.min(last, Math.floor(metres / size)));
  const columns = [index(eastingOf(west) + HALF_WORLD), index(eastingOf(east) + HALF_WORLD)] as const;
  const rows = [index(HALF_WORLD - northingOf(north)), index(HALF_WORLD - northingOf(south))] as const;
  if ((columns[1] - columns[0] + 1) * (rows[1] - rows[0] + 1) > most) return undefined;
  const places: TilePlace[] = [];
  for (let x = columns[0]; x <= columns[1]; x++)
    for (let y = rows[0]; y <= rows[1]; y++) places.push({ z: level, x, y });
  return places;
}
