import { runsOf } from '#core/document';
import { finding, placesOf } from '../finding.ts';
import type { GeometryCheck } from '../scene.ts';

/** Finds objects, or vertices of them, outside the project's area or the area of use of its CRS. */
export const bounds: GeometryCheck = function* (scene) {
  for (const object of scene.objects) {
    const positions = runsOf(object.location).flatMap((run) => run.positions);
    for (const { name, holds } of scene.bounds) {
      const outside = positions.filter((place) => !holds(place));
      if (outside.length === 0) continue;
      yield finding({
        kind: 'bounds',
        detail: name,
        severity: 'warning',
        objects: [object],
        place: placesOf(outside),
        size: { value: outside.length, unit: 'places' },
      });
      break;
    }
    yield undefined;
  }
};
