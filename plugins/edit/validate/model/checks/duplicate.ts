import { isEqualJson, type MapObject } from '#core/document';
import { haveSameVertices } from '../distance.ts';
import { finding } from '../finding.ts';
import type { GeometryCheck } from '../scene.ts';

/** Finds objects of one type with the same vertices within the tolerance. */
export const duplicate: GeometryCheck = function* (scene, metres) {
  const twins = new Set<MapObject>();
  for (const object of scene.objects) {
    // Three equal objects are found as two pairs: the first and second, the first and third.
    const others = twins.has(object)
      ? []
      : scene.near(object, metres).filter((other) => scene.isTurnOf(object, other));
    for (const twin of others.filter((other) => haveSameVertices(object.location, other.location, metres))) {
      twins.add(twin);
      yield finding({
        kind: 'duplicate',
        detail: isEqualJson(object.properties, twin.properties) ? 'same' : 'otherwise',
        severity: 'error',
        objects: [object, twin],
        place: object.location,
      });
    }
    yield undefined;
  }
};
