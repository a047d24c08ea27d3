import type { Edit, MapObject } from '#core/document';
import type { Geometry, Position } from '#core/protocol';
import { closedRing, inside } from '#core/mapview';
import { doubleArea } from '#core/shapes';
import { crossesItself, ringsCross } from '#core/sketch';

/** Why a ring cannot become a hole; a text key of this plugin. */
export type HoleProblem = 'hole.crosses-itself' | 'hole.outside' | 'hole.crosses' | 'hole.in-hole';

type Polygon = Position[][];

/**
 * The part of an object that contains `place`, including its holes: 0 for a Polygon, the index for a MultiPolygon.
 */
export function partAt(object: MapObject, place: Position): number | undefined {
  const found = polygons(object.location).findIndex(([outer]) => outer && inside(place, [outer]));
  return found < 0 ? undefined : found;
}

/** Why `ring` (open) cannot be cut out of a part of `object`; undefined if it can. */
export function holeProblem(
  object: MapObject,
  part: number,
  ring: readonly Position[],
): HoleProblem | undefined {
  const [outer, ...holes] = polygons(object.location)[part] ?? [];
  if (crossesItself(ring)) return 'hole.crosses-itself';
  if (!outer || !ring.every((vertex) => inside(vertex, [outer]))) return 'hole.outside';
  if (ringsCross(ring, outer) || holes.some((hole) => ringsCross(ring, hole))) return 'hole.crosses';
  if (holes.some((hole) => inside(ring[0]!, [hole]) || inside(hole[0]!, [closedRing(ring)])))
    return 'hole.in-hole';
  return undefined;
}

/**
 * Cuts `ring` (open) out of a part of a polygon. In an object with heights, a vertex without one takes that of the
 * nearest vertex of the outer ring; in an object without heights the ring is flat. Changes nothing if the object no
 * longer exists or the ring does not fit.
 */
export function cutHole(id: string, part: number, ring: readonly Position[]): Edit {
  return (document) => {
    const before = document.get(id);
    if (!before || holeProblem(before, part, ring)) return [];
    const outer = polygons(before.location)[part]![0]!;
    const hole = closedRing(ring.map((vertex) => likeOuter(vertex, outer)));
    const clockwise = doubleArea(hole) > 0 ? hole.toReversed() : hole;
    return [{ id, before, after: { ...before, location: withRing(before.location, part, clockwise) } }];
  };
}

function polygons(geometry: Geometry): Polygon[] {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  if (geometry.type === 'MultiPolygon') return geometry.coordinates;
  return [];
}

function withRing(geometry: Geometry, part: number, ring: Position[]): Geometry {
  if (geometry.type === 'Polygon') return { ...geometry, coordinates: [...geometry.coordinates, ring] };
  if (geometry.type === 'MultiPolygon')
    return {
      ...geometry,
      coordinates: geometry.coordinates.map((polygon, i) => (i === part ? [...polygon, ring] : polygon)),
    };
  return geometry;
}

function likeOuter([longitude, latitude, height]: Position, outer: readonly Position[]): Position {
  if (outer[0]!.length === 2) return [longitude, latitude];
  if (height !== undefined) return [longitude, latitude, height];
  const distance = ([x, y]: Position): number => Math.hypot(x - longitude, y - latitude);
  const nearest = outer.reduce((best, vertex) => (distance(vertex) < distance(best) ? vertex : best));
  return [longitude, latitude, nearest[2]!];
}
