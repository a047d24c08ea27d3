import { loadGeoid } from '#core/geodesy';
import type { HeightsAbove, HeightUnit } from '#core/protocol';
import { readyCrs } from '../../../shared/crs/registered.ts';
import { Dem } from '../../../formats/geotiff/dem.ts';
import { UnusableDem } from '../../../formats/geotiff/unusable.ts';
import {
  gridOfModel,
  gridOfRaster,
  gridOfTiles,
  type HeightGrid,
  type LoadedTiles,
  type RasterHeights,
} from './height-grid.ts';

/** What a thread reads the heights of a terrain from: its model, or loaded tiles of its finest level. */
export type SurfaceSource =
  | {
      kind: 'model';
      file: string;
      crs: string;
      heights: HeightsAbove;
      unit?: HeightUnit | undefined;
      resolution: number;
    }
  | { kind: 'tiles'; tiles: LoadedTiles; level: number; resolution: number }
  | { kind: 'raster'; raster: RasterHeights; resolution: number };

/** What is read of a terrain. */
export type TerrainSource = Exclude<SurfaceSource, { kind: 'raster' }>;

export interface OpenSurface {
  grid: HeightGrid;
  close(): Promise<void>;
}

/** Throws UnusableDem. */
export async function openSurface(source: SurfaceSource): Promise<OpenSurface> {
  if (source.kind === 'tiles')
    return { grid: gridOfTiles(source.tiles, source.level), close: () => Promise.resolve() };
  if (source.kind === 'raster') return { grid: gridOfRaster(source.raster), close: () => Promise.resolve() };
  const { file, crs, heights, unit } = source;
  if (heights === 'egm96') await loadGeoid();
  if (!(await readyCrs(crs))) throw new UnusableDem('crs-unknown', { crs });
  const dem = await Dem.open(file, unit);
  return { grid: gridOfModel(dem, crs, heights), close: () => dem.close() };
}
