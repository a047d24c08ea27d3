import Flatbush from 'flatbush';
import type { MapObject } from '#core/document';
import { areaOf } from '#core/geodesy';
import { areaOfParts, areaShapeOf, polygonsOf, sharedBorder, difference, type Rings } from '#core/shapes';
import { coverOf, extentOfRing, NOTHING, type AreaWithExtent } from '../cover.ts';
import { finding, type Finding } from '../finding.ts';
import { isArea, type GeometryCheck, type ValidationScene } from '../scene.ts';

/** Finds areas enclosed by areas of one type but covered by none, with a mean width up to the tolerance. */
export const gap: GeometryCheck = function* (scene, metres) {
  const byType = new Map<string, Set<MapObject>>();
  for (const object of scene.objects) {
    const near = isArea(object.location) ? scene.near(object).filter(({ location }) => isArea(location)) : [];
    // An isolated area encloses nothing together with others.
    if (near.length > 0) {
      const among = byType.get(object.typeName) ?? new Set();
      byType.set(object.typeName, among.add(object));
      for (const other of near) among.add(other);
    }
    yield undefined;
  }
  for (const [typeName, among] of byType) {
    const cover = yield* coverOf(among);
    const islandsIn = finder(cover);
    for (const each of cover)
      for (const hole of each.rings.slice(1)) {
        const islands = islandsIn(hole).filter((other) => other !== each);
        yield* gapsIn(hole, islands, scene, metres, typeName);
        yield undefined;
      }
  }
};

function finder(areas: readonly AreaWithExtent[]): (ring: Rings[number]) => AreaWithExtent[] {
  const index = new Flatbush(Math.max(1, areas.length));
  for (const { extent } of areas) index.add(...extent);
  if (areas.length === 0) index.add(0, 0, 0, 0);
  index.finish();
  return (ring) => index.search(...extentOfRing(ring)).flatMap((i) => areas[i] ?? []);
}

/** Yields the gaps in a hole of the union, except wide ones and the hole of a single object. */
function* gapsIn(
  hole: Rings[number],
  islands: readonly AreaWithExtent[],
  { index }: ValidationScene,
  metres: number,
  typeName: string,
): Generator<Finding> {
  const turned = hole.toReversed();
  const left =
    islands.length === 0
      ? [[turned]]
      : difference(
          [[turned]],
          islands.map(({ rings }) => rings),
        );
  for (const rings of left) {
    const { width } = areaShapeOf(rings);
    if (width < NOTHING || width > metres) continue;
    const objects = neighboursOf(rings, index.objects(extentOfRing(rings[0]!)), typeName).map(
      ({ object }) => object,
    );
    if (objects.length > 1)
      yield finding({
        kind: 'gap',
        detail: 'gap',
        severity: 'warning',
        objects,
        place: areaOfParts([rings]),
        size: { value: areaOf(rings), unit: 'm²' },
      });
  }
}

/** Returns the areas of a type along the outline, the one with the longest common border first. */
export function neighboursOf(
  rings: Rings,
  objects: readonly MapObject[],
  typeName: string,
): { object: MapObject; border: number }[] {
  return objects
    .filter((object) => object.typeName === typeName && isArea(object.location))
    .map((object) => ({ object, border: sharedBorder(rings, polygonsOf(object.location)) }))
    .filter(({ border }) => border > 0)
    .sort((a, b) => b.border - a.border || (a.object.id < b.object.id ? -1 : 1));
}
