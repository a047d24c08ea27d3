import { boundDecoders } from '../../formats/geotiff/decoders.ts';
import { useGridFiles } from '../../shared/crs/grids.ts';
import { gridOfRaster } from '../terrain/volume/height-grid.ts';
import { openSurface, type SurfaceSource } from '../terrain/volume/open-surface.ts';
import { volumeOf, type VolumeResult, type VolumeTask } from '../terrain/volume/volume.ts';
import type { Around } from '../tilesets/mesh/bounds.ts';
import type { MeshFacts, MeshSource } from '../tilesets/mesh/read-meshes.ts';
import { eachSpan, rasterOver, spreadSquares } from './raster.ts';
import { fillFrom, layMeshes } from './with-meshes.ts';

export interface SurfaceVolumeTask extends Omit<VolumeTask, 'surface'> {
  extent: readonly [west: number, south: number, east: number, north: number];
  around: Around;
  sets: MeshSource[];
  /** Where no set is. */
  terrain: SurfaceSource | undefined;
}

export interface SurfaceVolumeResult extends VolumeResult {
  sets: MeshFacts[];
  /** The share of the area whose heights are those of sets. */
  meshed: number;
  of: 'surface' | 'terrain';
}

/**
 * The volume between a base and the upper surface of sets, and the terrain beside them, over the cells of a raster.
 * Where no set lies within the outline, that of the terrain's own cells. Throws UnusableDem.
 */
export async function surfaceVolumeOf(task: SurfaceVolumeTask): Promise<SurfaceVolumeResult> {
  const { extent, around, sets, terrain, outline, base, grids } = task;
  await boundDecoders();
  useGridFiles(grids);
  const raster = rasterOver(extent);
  const facts = await layMeshes(raster, sets, around);
  const grid = gridOfRaster(raster);
  const rings = outline.map((ring) => ring.flatMap(([x, y]) => [...grid.toCell(x, y)]));
  let [cells, meshed] = [0, 0];
  eachSpan(raster, rings, (row, from, to) => {
    cells += to - from;
    for (let column = from; column < to; column++)
      if (!Number.isNaN(raster.heights[row * raster.width + column]!)) meshed++;
  });
  if (meshed === 0 && terrain) {
    const result = await volumeOf({ outline, surface: terrain, base, grids });
    return { ...result, sets: facts, meshed: 0, of: 'terrain' };
  }
  if (terrain) {
    const opened = await openSurface(terrain);
    try {
      await fillFrom(raster, { grid: opened.grid, resolution: terrain.resolution });
    } finally {
      await opened.close();
    }
  }
  const surface: SurfaceSource = { kind: 'raster', raster, resolution: raster.cell };
  const result = await volumeOf({ outline, surface, base, grids });
  const cutSquares =
    result.cutSquares +
    spreadSquares(raster, rings, 'at' in base ? base.at[2] : undefined) * raster.cell ** 4;
  return { ...result, cutSquares, sets: facts, meshed: meshed / Math.max(1, cells), of: 'surface' };
}
