import { extentOf, type DocumentReader, type MapObject, type SpatialIndex } from '#core/document';
import type { Geometry, Position } from '#core/protocol';
import { nearestOnEdge } from '#core/shapes';
import type { Hit, Pixel } from './contract.ts';
import { extentAround, inside, type ViewProjection } from './plane.ts';
import { HIT_TOLERANCE } from './pointer.ts';

export interface PickRequest {
  readonly view: ViewProjection;
  readonly document: DocumentReader & { readonly index: SpatialIndex };
  readonly pixel: Pixel;
  /** CSS pixels. Default: the tolerance of a mouse. */
  readonly tolerance?: number;
  /** Returns whether this object can be picked; hidden and locked ones cannot. Default: every object can. */
  readonly accepts?: (object: MapObject) => boolean;
}

/** Drawing order: a point is hit before the line under it, a line before the area. */
const DIMENSION: Record<Geometry['type'], number> = {
  Point: 0,
  MultiPoint: 0,
  LineString: 1,
  MultiLineString: 1,
  Polygon: 2,
  MultiPolygon: 2,
};

/**
 * Returns the objects under a pixel: points and lines first, then areas; in each group the nearest first, and of
 * areas around the pointer the smallest first. Exact to the drawn edge; holes are outside.
 */
export function pickObjects({
  view,
  document,
  pixel,
  tolerance = HIT_TOLERANCE.mouse,
  accepts,
}: PickRequest): Hit[] {
  const extent = extentAround(view, pixel, tolerance);
  const position = view.toPosition(pixel);
  if (!extent) return [];
  // Where objects have heights, an area is tested where it is seen, not above the ground that is seen there.
  const holds = (geometry: Geometry) =>
    view.groundBehind
      ? around(geometry, pixel, (ring) => pixelsOf(view, ring))
      : position !== undefined && around(geometry, [position[0], position[1]], places);
  const found: { hit: Hit; rank: number; size: number }[] = [];
  for (const object of document.index.objects(extent)) {
    if (accepts && !accepts(object)) continue;
    const rank = DIMENSION[object.location.type];
    if (rank === 2 && holds(object.location)) {
      found.push({ hit: { object, distance: 0 }, rank, size: boxOf(object.location) });
    }
  }
  const areas = new Set(found.map(({ hit }) => hit.object.id));
  const nearest = new Map<string, number>();
  for (const segment of document.index.segments(extent)) {
    if (areas.has(segment.id)) continue;
    const a = view.toPixel(segment.from as Position);
    const b = segment.to === segment.from ? a : view.toPixel(segment.to as Position);
    if (!a || !b) continue;
    const { distance } = nearestOnEdge(pixel, a, b);
    if (distance <= tolerance && distance < (nearest.get(segment.id) ?? Infinity))
      nearest.set(segment.id, distance);
  }
  for (const [id, distance] of nearest) {
    const object = document.get(id);
    if (!object || (accepts && !accepts(object))) continue;
    found.push({ hit: { object, distance }, rank: DIMENSION[object.location.type], size: 0 });
  }
  found.sort((a, b) => a.rank - b.rank || a.hit.distance - b.hit.distance || a.size - b.size);
  return found.map(({ hit }) => hit);
}

const places = (ring: readonly Position[]): readonly Pixel[] => ring as unknown as readonly Pixel[];

/** Returns a ring as drawn, without what is beyond the horizon. */
function pixelsOf(view: ViewProjection, ring: readonly Position[]): Pixel[] {
  return ring.map((place) => view.toPixel(place)).filter((pixel) => pixel !== undefined);
}

/**
 * Returns whether a position is inside the areas of a geometry; `drawn` projects its rings into the plane of the
 * position.
 */
function around(
  geometry: Geometry,
  place: Pixel,
  drawn: (ring: readonly Position[]) => readonly Pixel[],
): boolean {
  const holds = (rings: readonly (readonly Position[])[]) => inside(place, rings.map(drawn));
  if (geometry.type === 'Polygon') return holds(geometry.coordinates);
  return geometry.type === 'MultiPolygon' && geometry.coordinates.some(holds);
}

/** Returns the size of the box around a geometry, square degrees: enough to find the smaller of two areas. */
function boxOf(geometry: Geometry): number {
  const [west, south, east, north] = extentOf(geometry);
  return (east - west) * (north - south);
}
