import { geoidHeight, loadGeoid, placeOfScheme, TILE_CELLS, TILE_NODES } from '#core/geodesy';
import type { Terrain } from '#core/protocol';
import type { Address } from '../pyramid/tile-file.ts';

/** Samples of the geoid along each side of an extent: it is smooth. */
const LOOKS = 33;

/** Converts heights above the geoid to ellipsoidal heights, in place. */
export async function liftTile(heights: Float32Array, { level, x, y }: Address): Promise<void> {
  await loadGeoid();
  const count = 2 ** level;
  for (let node = 0; node < heights.length; node++) {
    const [right, down] = [node % TILE_NODES, Math.floor(node / TILE_NODES)];
    const place = placeOfScheme((x + right / TILE_CELLS) / count, (y + down / TILE_CELLS) / count);
    heights[node]! += geoidHeight(...place);
  }
}

/** The ellipsoidal height range for a range above the geoid. */
export async function liftRange<T extends Pick<Terrain, 'extent' | 'lowest' | 'highest'>>(
  range: T,
): Promise<T> {
  await loadGeoid();
  const [west, south, east, north] = range.extent;
  const along = (from: number, to: number, look: number) => from + ((to - from) * look) / (LOOKS - 1);
  const looks = Array.from({ length: LOOKS * LOOKS }, (_, n) =>
    geoidHeight(along(west, east, n % LOOKS), along(south, north, Math.floor(n / LOOKS))),
  );
  const { lowest, highest } = range;
  return { ...range, lowest: lowest + Math.min(...looks), highest: highest + Math.max(...looks) };
}
