import type { MapObject } from '#core/document';
import { minVertices } from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';
import { linesOf, polygonsOf, repairRings, windRings } from '#core/shapes';
import { metresBetween } from '../model/distance.ts';
import { wrongOutline } from '../model/checks/crossing.ts';
import { isFlat, isShort } from '../model/checks/structure.ts';
import { replacePolygons } from './areas.ts';
import type { Repair } from './repairs.ts';

/** Reverses rings. Removes parts without a size, and the object if nothing else is left. */
export const repairStructure: Repair = ({ detail, objects }, stage) => {
  const object = stage.get(objects[0]!.id);
  if (!object) return 'gone';
  switch (detail) {
    case 'winding':
      return replacePolygons(stage, object, polygonsOf(object.location).map(windRings));
    case 'flat':
    case 'short': {
      const left = withoutNothings(object.location);
      if (left) stage.put({ ...object, location: left });
      else stage.remove(object.id);
      return undefined;
    }
    default:
      return 'hand';
  }
};

function withoutNothings(location: Geometry): Geometry | undefined {
  if (location.type === 'MultiLineString') {
    const coordinates = linesOf(location).filter((line) => !isShort(line));
    return coordinates.length > 0 ? { ...location, coordinates } : undefined;
  }
  const parts = polygonsOf(location)
    .filter(([outline]) => !isFlat(outline!))
    .map((rings) => rings.filter((ring) => !isFlat(ring)));
  if (parts.length === 0) return undefined;
  return location.type === 'Polygon'
    ? { ...location, coordinates: parts[0]! }
    : { type: 'MultiPolygon', coordinates: parts };
}

/**
 * The areas that an outline encloses an odd number of times become parts of the object. Lines are not repaired
 * automatically.
 */
export const repairCrossing: Repair = ({ objects }, stage) => {
  const object = stage.get(objects[0]!.id);
  if (!object) return 'gone';
  const parts = polygonsOf(object.location);
  if (parts.length === 0) return 'hand';
  const fault = replacePolygons(stage, object, parts.flatMap(repairRings));
  if (fault) return fault;
  return wrongOutline(stage.get(object.id)!) ? 'hand' : undefined;
};

/** Keeps the first of several repeated vertices, but the end of a line. */
export const repairRepeated: Repair = ({ objects }, stage, { metres }) => {
  const object = stage.get(objects[0]!.id);
  if (!object) return 'gone';
  const location = withoutRepeats(object, metres);
  if (location === 'few') return 'hand';
  stage.put({ ...object, location });
  return undefined;
};

function withoutRepeats({ location }: MapObject, metres: number): Geometry | 'few' {
  const minimum = minVertices(location);
  let few = false;
  const thinned = (run: Position[]): Position[] => {
    const vertices: Position[] = [];
    for (const place of run)
      if (vertices.length === 0 || metresBetween(vertices.at(-1)!, place) > metres) vertices.push(place);
    // The end of a line and the closing vertex of a ring stay.
    const last = run.at(-1)!;
    if (vertices.at(-1) !== last) vertices.splice(vertices.length > 1 ? -1 : 0, 1, last);
    few ||= vertices.length < minimum;
    return vertices;
  };
  const walk = (coordinates: unknown[], depth: number): unknown[] =>
    depth === 1
      ? thinned(coordinates as Position[])
      : coordinates.map((inner) => walk(inner as unknown[], depth - 1));
  const depth = { LineString: 1, MultiLineString: 2, Polygon: 2, MultiPolygon: 3 }[
    location.type as 'LineString'
  ];
  const coordinates = depth === undefined ? location.coordinates : walk(location.coordinates, depth);
  return few ? 'few' : ({ ...location, coordinates } as Geometry);
}
