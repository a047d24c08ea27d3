import { TerrainProvider, type Scene } from 'cesium';

/** Heights along a side of Cesium's tiles: of the ellipsoid, and of tiles that stand in for others. */
const CESIUM_SIDES = [16, 9];

/**
 * Removes a destroyed scene's buffers from Cesium's cache: it keeps the triangles of a grid for all scenes, with the
 * buffer of each scene, and each buffer holds its scene and canvas. `side` is the number of heights along a tile.
 */
export function forgetTileBuffers(contextId: string, side: number): void {
  const {
    getRegularGridAndSkirtIndicesAndEdgeIndices: withSkirt,
    getRegularGridIndicesAndEdgeIndices: bare,
  } = TerrainProvider as unknown as GridIndices;
  for (const count of [...CESIUM_SIDES, side])
    for (const grid of [withSkirt, bare]) delete grid(count, count).indices.indexBuffers?.[contextId];
}

/** The key of a scene's buffers. */
export function contextIdOf(scene: Scene): string {
  return (scene as unknown as { context: { id: string } }).context.id;
}

type Grid = (width: number, height: number) => { indices: { indexBuffers?: Record<string, unknown> } };

/** Members of TerrainProvider that are missing in its typings. */
interface GridIndices {
  readonly getRegularGridAndSkirtIndicesAndEdgeIndices: Grid;
  readonly getRegularGridIndicesAndEdgeIndices: Grid;
}
