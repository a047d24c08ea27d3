import { geoidHeight, loadGeoid, placeOfScheme, TILE_CELLS, TILE_NODES } from '#core/geodesy';
import type { Terrain } from '#core/protocol';
import type { Address } from '../pyramid/tile-file.ts';

/** Samples of the geoid along each side of an extent: it is smooth. */
const SAMPLES_PER_SIDE = 33;

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
  const along = (from: number, to: number, n: number) => from + ((to - from) * n) / (SAMPLES_PER_SIDE - 1);
  const undulations = Array.from({ length: SAMPLES_PER_SIDE * SAMPLES_PER_SIDE }, (_, n) =>
    geoidHeight(
      along(west, east, n % SAMPLES_PER_SIDE),
      along(south, north, Math.floor(n / SAMPLES_PER_SIDE)),
    ),
  );
  const { lowest, highest } = range;
  return { ...range, lowest: lowest + Math.min(...undulations), highest: highest + Math.max(...undulations) };
}
