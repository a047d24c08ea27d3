import {
  Credit,
  Ellipsoid,
  EllipsoidTerrainProvider,
  Event,
  HeightmapTerrainData,
  TerrainProvider,
  WebMercatorTilingScheme,
} from 'cesium';
import { TILE_CELLS, TILE_NODES } from '#core/geodesy';
import type { HeightField } from '../../model/height-field.ts';
import type { DisplayHeights } from '../../model/heights.ts';

const CELLS = TILE_CELLS / 2;
/** Heights along a side of a tile for Cesium: a quarter of our tiles, one level deeper. */
export const NODES = CELLS + 1;

/** The globe's terrain provider: the project's tiles with exaggeration, or the ellipsoid. */
export function terrainOf(field: HeightField | undefined, heights: DisplayHeights): TerrainProvider {
  return field ? new FieldTerrain(field, heights) : new EllipsoidTerrainProvider();
}

/** A Cesium terrain provider. */
class FieldTerrain {
  readonly tilingScheme = new WebMercatorTilingScheme();
  readonly errorEvent = new Event();
  readonly credit = new Credit('');
  readonly hasWaterMask = false;
  readonly hasVertexNormals = false;
  readonly availability = undefined;
  readonly #error = TerrainProvider.getEstimatedLevelZeroGeometricErrorForAHeightmap(
    Ellipsoid.WGS84,
    NODES,
    1,
  );

  constructor(
    readonly field: HeightField,
    readonly heights: DisplayHeights,
  ) {}

  getLevelMaximumGeometricError(level: number): number {
    return this.#error / 2 ** level;
  }

  /** Outside the terrain, and beyond its finest level, Cesium upsamples the parent tile. */
  getTileDataAvailable(x: number, y: number, level: number): boolean {
    return level === 0 || this.field.has(level - 1, x >> 1, y >> 1);
  }

  loadTileDataAvailability(): undefined {
    return undefined;
  }

  async requestTileGeometry(x: number, y: number, level: number): Promise<HeightmapTerrainData> {
    const tile = await (level === 0 ? this.field.tile(0, 0, 0) : this.field.tile(level - 1, x >> 1, y >> 1));
    const step = level === 0 ? 2 : 1;
    const [left, top] = level === 0 ? [0, 0] : [(x & 1) * CELLS, (y & 1) * CELLS];
    const buffer = new Float32Array(NODES * NODES);
    if (tile)
      for (let row = 0; row < NODES; row++)
        for (let column = 0; column < NODES; column++) {
          const height = tile[(top + row * step) * TILE_NODES + left + column * step]!;
          buffer[row * NODES + column] = this.heights.raised(height);
        }
    return new HeightmapTerrainData({
      buffer,
      width: NODES,
      height: NODES,
      childTileMask: this.#children(x, y, level),
    });
  }

  /** Cesium's bit mask: 1 south-west, 2 south-east, 4 north-west, 8 north-east. */
  #children(x: number, y: number, level: number): number {
    const child = (right: number, down: number, bit: number) =>
      this.getTileDataAvailable(2 * x + right, 2 * y + down, level + 1) ? bit : 0;
    return child(0, 1, 1) + child(1, 1, 2) + child(0, 0, 4) + child(1, 0, 8);
  }
}
