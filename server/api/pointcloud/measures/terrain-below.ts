import { boundDecoders } from '../../../formats/geotiff/decoders.ts';
import { UnusableDem } from '../../../formats/geotiff/unusable.ts';
import { Unusable } from '../../../base/unusable.ts';
import { CellReader } from '../../terrain/profile/cell-reader.ts';
import { openSurface } from '../../terrain/volume/open-surface.ts';
import { onEarth, type OnEarth } from '../points/frames.ts';
import type { TerrainBelow } from '../points/task.ts';
import type { CellHeights, HeightCells } from './grid.ts';

/** Most places along each side of a cell at which the terrain is read. */
const MAX_PLACES = 8;

/** The mean heights of a terrain in cells, in the heights of the cloud; NaN where it has none. */
export async function terrainHeights(
  cells: HeightCells,
  { source, earth }: Pick<TerrainBelow, 'source' | 'earth'>,
): Promise<{ under: CellHeights; otherGeoid: string | null }> {
  const { cell, columns, rows, west, south } = cells;
  const frame = await onEarth(earth, [west, south, 0]);
  await boundDecoders();
  const heights = new Float64Array(columns * rows).fill(NaN);
  const each = Math.max(1, Math.min(MAX_PLACES, Math.ceil((cell * earth.from.unit) / source.resolution)));
  const { grid, close } = await openSurface(source).catch(asSentence);
  try {
    const reader = new CellReader(grid);
    const heightAt = async (x: number, y: number) => {
      const place = placeOf(frame, x, y);
      const height = (await reader.at(...grid.toCell(...place))) + grid.lift(...place);
      return frame.heightOf(...place, height);
    };
    for (let at = 0; at < heights.length; at++) {
      if (cells.share[at] === 0) continue;
      let sum = 0;
      for (let n = 0; n < each * each; n++)
        sum += await heightAt(
          west + ((at % columns) + ((n % each) + 0.5) / each) * cell,
          south + (Math.floor(at / columns) + (Math.floor(n / each) + 0.5) / each) * cell,
        );
      heights[at] = sum / each ** 2;
    }
  } catch (failure) {
    asSentence(failure);
  } finally {
    await close();
  }
  const none = {
    variance: 0,
    counts: new Uint32Array(heights.length),
    variances: new Float64Array(heights.length),
  };
  return { under: { heights, ...none }, otherGeoid: frame.otherGeoid };
}

function placeOf({ toDegrees }: OnEarth, x: number, y: number): [number, number] {
  const [longitude, latitude] = toDegrees([x, y, 0]);
  return [longitude, latitude];
}

function asSentence(failure: unknown): never {
  throw failure instanceof UnusableDem
    ? new Unusable(`terrain.refused.${failure.key}`, failure.values)
    : failure;
}
