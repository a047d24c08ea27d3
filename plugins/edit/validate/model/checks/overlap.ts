import type { MapObject } from '#core/document';
import { areaOf } from '#core/geodesy';
import {
  areaOfParts,
  intersection,
  areaShapeOf,
  outlineOf,
  polygonsOf,
  areSurelyDisjoint,
  type PreparedPolygons,
  type Rings,
} from '#core/shapes';
import { haveSameVertices } from '../distance.ts';
import { finding, type Finding } from '../finding.ts';
import { isArea, type GeometryCheck } from '../scene.ts';

/** Finds areas of one type that overlap with a mean width above the tolerance. Duplicates are not reported. */
export const overlap: GeometryCheck = function* (scene, metres) {
  /** Only of objects that are still to be compared. */
  const outlines = new Map<MapObject, PreparedPolygons>();
  const outlineFor = (object: MapObject): PreparedPolygons => {
    const outline = outlines.get(object) ?? outlineOf(polygonsOf(object.location));
    outlines.set(object, outline);
    return outline;
  };
  for (const object of scene.objects) {
    const areas = polygonsOf(object.location);
    const meets = (other: MapObject): boolean =>
      isArea(other.location) &&
      scene.isTurnOf(object, other) &&
      !areSurelyDisjoint(outlineFor(object), outlineFor(other));
    const others = areas.length === 0 ? [] : scene.near(object).filter(meets);
    outlines.delete(object);
    // Computed once for all of them: most overlap with none.
    const any = others.flatMap(({ location }) => polygonsOf(location));
    if (any.length === 0 || shared(areas, any, metres).length === 0) {
      yield undefined;
      continue;
    }
    yield* others.flatMap((other) => between(object, other, metres));
    yield undefined;
  }
};

function between(object: MapObject, other: MapObject, metres: number): Finding[] {
  const parts = shared(polygonsOf(object.location), polygonsOf(other.location), metres);
  if (parts.length === 0 || haveSameVertices(object.location, other.location, metres)) return [];
  const area = parts.reduce((sum, rings) => sum + areaOf(rings), 0);
  return [
    finding({
      kind: 'overlap',
      detail: 'overlap',
      severity: 'error',
      objects: [object, other],
      place: areaOfParts(parts),
      size: { value: area, unit: 'm²' },
    }),
  ];
}

/** Returns the intersection of areas, without parts narrower than the tolerance. */
export function shared(areas: readonly Rings[], others: readonly Rings[], metres: number): Rings[] {
  return intersection(areas, others).filter((rings) => areaShapeOf(rings).width >= metres);
}
