import { ImageryLayer, Rectangle, type ImageryProvider } from 'cesium';
import { TILE_CELLS } from '#core/geodesy';
import type { SettingValues } from '#core/settings';
import type { HeightField } from '../../model/height-field.ts';
import { reliefOf } from '../../model/relief.ts';
import { PaintedTiles } from './painted-tiles.ts';

/** Imagery of the terrain's shading or colours; undefined when neither is selected. */
export function reliefLayer(
  field: HeightField | undefined,
  tint: SettingValues['tint3D'],
): ImageryLayer | undefined {
  if (!field || tint === 'none') return undefined;
  const { terrain } = field;
  const paint = async (x: number, y: number, level: number) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = TILE_CELLS;
    const tile = await field.tile(level, x, y);
    const context = tile && canvas.getContext('2d');
    if (context) {
      const picture = reliefOf(tile, { level, y }, terrain, tint);
      context.putImageData(new ImageData(picture, TILE_CELLS), 0, 0);
    }
    return canvas;
  };
  const tiles = new PaintedTiles(paint, {
    size: TILE_CELLS,
    deepest: terrain.finest,
    rectangle: Rectangle.fromDegrees(...terrain.extent),
    transparent: true,
  });
  return new ImageryLayer(tiles as unknown as ImageryProvider);
}
