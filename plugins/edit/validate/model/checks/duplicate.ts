import { isEqualJson, type MapObject } from '#core/document';
import { alike } from '../apart.ts';
import { finding } from '../finding.ts';
import type { Check } from '../scene.ts';

/** Objects of one type at the same place, vertex for vertex within so many metres. */
export const duplicate: Check = function* (scene, metres) {
  const twins = new Set<MapObject>();
  for (const object of scene.objects) {
    // What is there three times is found as the first and the second, the first and the third.
    const others = twins.has(object)
      ? []
      : scene.near(object, metres).filter((other) => scene.isTurnOf(object, other));
    for (const twin of others.filter((other) => alike(object.location, other.location, metres))) {
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
