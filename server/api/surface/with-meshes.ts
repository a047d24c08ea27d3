import { fromSpace } from '#core/geodesy';
import { readMeshes, type MeshFacts, type MeshSource } from '../tilesets/mesh/read-meshes.ts';
import type { Around } from '../tilesets/mesh/bounds.ts';
import { gridOfRaster, type HeightGrid, type RasterHeights } from '../terrain/volume/height-grid.ts';
import type { CellRange } from '../terrain/volume/flat-rings.ts';
import { eachSpan, raise, within } from './raster.ts';

/** Cells of a raster whose terrain is read at a time, in each direction, and most cells of the terrain there. */
const BLOCK = 256;
const MAX_ACROSS = 4_000;

/**
 * Raises the cells of a raster to the upper surfaces of sets. Of several at a place, the highest counts; a clipped set
 * counts where it is shown.
 */
export async function layMeshes(
  raster: RasterHeights,
  sets: readonly MeshSource[],
  around: Around,
): Promise<MeshFacts[]> {
  const grid = gridOfRaster(raster);
  const facts: MeshFacts[] = [];
  for (const set of sets) {
    const own = set.clip ? { ...raster, heights: new Float32Array(raster.heights.length).fill(NaN) } : raster;
    facts.push(
      await readMeshes(set, around, sets.length, ({ positions, triangles }) => {
        const corners = new Float64Array(positions.length);
        for (let i = 0; i < positions.length; i += 3) {
          const [longitude, latitude, height] = fromSpace([
            positions[i]!,
            positions[i + 1]!,
            positions[i + 2]!,
          ]);
          [corners[i], corners[i + 1]] = grid.toCell(longitude, latitude) as [number, number];
          corners[i + 2] = height;
        }
        for (let i = 0; i + 2 < triangles.length; i += 3)
          raise(own, corners, triangles[i]!, triangles[i + 1]!, triangles[i + 2]!);
      }),
    );
    if (set.clip) joinClipped(raster, own.heights, set.clip, grid);
  }
  return facts;
}

function joinClipped(
  raster: RasterHeights,
  heights: Float32Array,
  { keep, ring }: NonNullable<MeshSource['clip']>,
  grid: HeightGrid,
): void {
  const isWithin = new Uint8Array(heights.length);
  eachSpan(raster, [ring.flatMap(([x, y]) => [...grid.toCell(x, y)])], (row, from, to) =>
    isWithin.fill(1, row * raster.width + from, row * raster.width + to),
  );
  const wanted = keep === 'inside' ? 1 : 0;
  for (let i = 0; i < heights.length; i++)
    if (
      isWithin[i] === wanted &&
      heights[i]! > (Number.isNaN(raster.heights[i]!) ? -Infinity : raster.heights[i]!)
    )
      raster.heights[i] = heights[i]!;
}

/** Fills the cells without heights from a terrain: each has the height of the terrain's cell where it is looked at. */
export async function fillFrom(
  raster: RasterHeights,
  { grid: terrain, resolution }: { grid: HeightGrid; resolution: number },
): Promise<void> {
  const grid = gridOfRaster(raster);
  const block = Math.max(1, Math.min(BLOCK, Math.floor((MAX_ACROSS * resolution) / raster.cell)));
  for (let top = 0; top < raster.height; top += block)
    for (let left = 0; left < raster.width; left += block)
      await fillBlock(raster, grid, terrain, {
        left,
        top,
        right: Math.min(raster.width, left + block),
        bottom: Math.min(raster.height, top + block),
      });
}

async function fillBlock(
  { width, heights }: RasterHeights,
  grid: HeightGrid,
  terrain: HeightGrid,
  { left, top, right, bottom }: CellRange,
): Promise<void> {
  const cells: { at: number; column: number; row: number; lift: number }[] = [];
  const bounds = { west: Infinity, north: Infinity, east: -Infinity, south: -Infinity };
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const at = y * width + x;
      if (!Number.isNaN(heights[at]!)) continue;
      const place = grid.toPlace(x + within(at, 0), y + within(at, 1));
      const [column, row] = terrain.toCell(...place).map(Math.round) as [number, number];
      if (!(column >= 0 && row >= 0 && column < terrain.width && row < terrain.height)) continue;
      cells.push({ at, column, row, lift: terrain.lift(...place) });
      bounds.west = Math.min(bounds.west, column);
      bounds.east = Math.max(bounds.east, column);
      bounds.north = Math.min(bounds.north, row);
      bounds.south = Math.max(bounds.south, row);
    }
  if (cells.length === 0) return;
  const across = bounds.east - bounds.west + 1;
  const window = await terrain.window(bounds.west, bounds.north, across, bounds.south - bounds.north + 1);
  for (const { at, column, row, lift } of cells)
    heights[at] = window[(row - bounds.north) * across + column - bounds.west]! + lift;
}
