import { HALF_WORLD, positionOf, resolutionOf } from '#core/canvas';
import { canProject, crsOf, project } from '#core/geodesy';
import { wmsAddress, wmtsAddress, xyzAddress, type ImageRequest, type LayerExtent } from '#core/mapview';
import type { LayerSource, SourceOf } from '#core/protocol';

/** Pixels of a tile of the globe. */
export const TILE = 256;
/** Greatest difference of resolutions and origins that count as equal, as a share of a tile. */
const TOLERANCE = 1e-3;

/** Painted here, or tiles of Web Mercator by themselves. */
const ALWAYS: readonly LayerSource['kind'][] = ['xyz', 'geotiff', 'vector-tiles', 'picture', 'file'];

/** A source of images. */
export type DrapedSource = Exclude<LayerSource, { kind: 'features' }>;

/**
 * Returns whether a source can be requested by tiles of Web Mercator: a WMS also in longitude and latitude, of which a
 * tile is stretched by less than a pixel at the scales of projects.
 */
export function canDrape(source: LayerSource): source is DrapedSource {
  if (ALWAYS.includes(source.kind)) return true;
  if (source.kind !== 'wms' && source.kind !== 'wmts') return false;
  if (source.crs === 'EPSG:3857')
    return source.kind === 'wms' || source.matrices.some((_, n) => levelOf(source, n) !== undefined);
  return source.kind === 'wms' && crsOf(source.crs)?.geographic === true;
}

/** A tile of Web Mercator as an image, metres of EPSG:3857. */
export function tileImage(level: number, x: number, y: number): ImageRequest {
  const size = (2 * HALF_WORLD) / 2 ** level;
  const [west, north] = [x * size - HALF_WORLD, HALF_WORLD - y * size];
  return { extent: [west, north - size, west + size, north], width: TILE, height: TILE };
}

/** Address of a tile; undefined where the source has none. */
export function tileAddressOf(
  source: SourceOf<'xyz' | 'wms' | 'wmts'>,
  level: number,
  x: number,
  y: number,
): string | undefined {
  if (source.kind === 'xyz')
    return level < source.minZoom || level > source.maxZoom ? undefined : xyzAddress(source, level, x, y);
  if (source.kind === 'wmts') {
    const matrix = source.matrices.findIndex((_, n) => levelOf(source, n) === level);
    return matrix < 0 ? undefined : wmtsAddress(source, matrix, x, y);
  }
  const extent = extentIn(source.crs, tileImage(level, x, y).extent);
  return extent && wmsAddress(source, { extent, width: TILE, height: TILE });
}

/** The level of the usual pyramid of Web Mercator that a matrix is; undefined: none. */
function levelOf({ matrices }: SourceOf<'wmts'>, n: number): number | undefined {
  const { resolution, origin, tileSize } = matrices[n]!;
  const level = Math.round(Math.log2(resolutionOf(0) / resolution));
  const near = (a: number, b: number) => Math.abs(a - b) < TOLERANCE * TILE * resolution;
  const isUsual =
    tileSize[0] === TILE &&
    tileSize[1] === TILE &&
    near(resolution * TILE, resolutionOf(level) * TILE) &&
    near(origin[0], -HALF_WORLD) &&
    near(origin[1], HALF_WORLD);
  return isUsual ? level : undefined;
}

function extentIn(crs: string, [west, south, east, north]: LayerExtent): LayerExtent | undefined {
  if (crs === 'EPSG:3857') return [west, south, east, north];
  if (!canProject(crs)) return undefined;
  return [...project(crs, positionOf(west, south)), ...project(crs, positionOf(east, north))];
}
