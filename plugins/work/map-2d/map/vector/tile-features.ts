import MVT from 'ol/format/MVT.js';
import { intersectsLineStringArray, intersectsLinearRingArray } from 'ol/geom/flat/intersectsextent.js';
import RenderFeature from 'ol/render/Feature.js';
import { eastingOf, HALF_WORLD, northingOf, positionOf, type ProjectedExtent } from '#core/canvas';
import type { ExternalFeature, ExternalFeatures, LayerExtent, TilePlace } from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';
import { checkTile } from './check-tile.ts';

/** The property of a feature that names its layer in the tile. */
export const LAYER_NAME = 'mvt:layer';
/** Decimals of degrees: a centimetre. */
const DIGITS = 7;

const format = new MVT({ featureClass: RenderFeature, layerName: LAYER_NAME });

/** The features of a tile, in metres of EPSG:3857. Throws TileError. */
export function readTileFeatures(bytes: ArrayBuffer, place: TilePlace): readonly RenderFeature[] {
  checkTile(bytes);
  return format.readFeatures(bytes, { extent: [...boxOfTile(place)] });
}

/** The area of a tile in metres of EPSG:3857. */
export function boxOfTile({ z, x, y }: TilePlace): ProjectedExtent {
  const size = (2 * HALF_WORLD) / 2 ** z;
  const [west, north] = [x * size - HALF_WORLD, HALF_WORLD - y * size];
  return [west, north - size, west + size, north];
}

/** Features that meet a box in metres of EPSG:3857, in longitude and latitude; at most `most`. */
export function featuresIn(
  features: readonly RenderFeature[],
  box: ProjectedExtent,
  most: number,
): ExternalFeatures {
  const met = features.filter((feature) => meets(feature, box));
  return { features: met.slice(0, most).map((feature) => inDegrees(feature)), isWhole: met.length <= most };
}

function meets(feature: RenderFeature, box: ProjectedExtent): boolean {
  const flat = feature.getFlatCoordinates();
  const extent = [...box];
  const type = feature.getType();
  if (type.endsWith('Point')) {
    for (let n = 0; n < flat.length; n += 2)
      if (flat[n]! >= box[0] && flat[n]! <= box[2] && flat[n + 1]! >= box[1] && flat[n + 1]! <= box[3])
        return true;
    return false;
  }
  const ends = feature.getEnds() ?? [flat.length];
  return type.endsWith('LineString')
    ? intersectsLineStringArray(flat, 0, [...ends], 2, extent)
    : intersectsLinearRingArray(flat, 0, [...ends], 2, extent);
}

function inDegrees(feature: RenderFeature): ExternalFeature {
  const { [LAYER_NAME]: layer, ...properties } = feature.getProperties() as Record<string, unknown>;
  return {
    geometry: geometryOf(feature),
    properties: { ...properties, layer: properties['layer'] ?? layer },
  };
}

function geometryOf(feature: RenderFeature): Geometry {
  const flat = feature.getFlatCoordinates();
  const runs: Position[][] = [];
  let from = 0;
  for (const end of feature.getEnds() ?? [flat.length]) {
    const run: Position[] = [];
    for (let n = from; n < end; n += 2) run.push(rounded(positionOf(flat[n]!, flat[n + 1]!)));
    runs.push(run);
    from = end;
  }
  switch (feature.getType()) {
    case 'Point':
      return { type: 'Point', coordinates: runs[0]![0]! };
    case 'MultiPoint':
      return { type: 'MultiPoint', coordinates: runs.flat() };
    case 'LineString':
      return { type: 'LineString', coordinates: runs[0]! };
    case 'MultiLineString':
      return { type: 'MultiLineString', coordinates: runs };
    default:
      return polygonOf(runs);
  }
}

/** In a tile the direction of a ring tells whether it is the outside of an area or a hole in the one before. */
function polygonOf(rings: readonly Position[][]): Geometry {
  const polygons: Position[][][] = [];
  for (const ring of rings.filter(({ length }) => length >= 4)) {
    // Outer rings of tiles are clockwise on the map, holes are not; in GeoJSON it is the other way round.
    const isOuter = areaOf(ring) < 0 || polygons.length === 0;
    if (isOuter) polygons.push([ring.toReversed()]);
    else polygons.at(-1)!.push(ring.toReversed());
  }
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0]! }
    : { type: 'MultiPolygon', coordinates: polygons };
}

/** Twice the signed area, in degrees: positive counter-clockwise. */
function areaOf(ring: readonly Position[]): number {
  let sum = 0;
  for (let n = 1; n < ring.length; n++) sum += ring[n - 1]![0] * ring[n]![1] - ring[n]![0] * ring[n - 1]![1];
  return sum;
}

function rounded([longitude, latitude]: Position): Position {
  return [Number(longitude.toFixed(DIGITS)), Number(latitude.toFixed(DIGITS))];
}

/** A box in longitude and latitude as one in metres of EPSG:3857. */
export function projectedBox([west, south, east, north]: LayerExtent): ProjectedExtent {
  return [eastingOf(west), northingOf(south), eastingOf(east), northingOf(north)];
}
