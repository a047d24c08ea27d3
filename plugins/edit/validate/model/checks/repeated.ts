import { runsOf } from '#core/document';
import { metresBetween } from '../distance.ts';
import { finding, placesOf } from '../finding.ts';
import type { GeometryCheck } from '../scene.ts';

/** Finds vertices within the tolerance of the previous one. */
export const repeated: GeometryCheck = function* ({ objects }, metres) {
  for (const object of objects) {
    const places = runsOf(object.location)
      .filter(({ kind }) => kind !== 'points')
      .flatMap(({ positions }) =>
        positions.filter((place, i) => i > 0 && metresBetween(positions[i - 1]!, place) <= metres),
      );
    yield places.length === 0
      ? undefined
      : finding({
          kind: 'repeated',
          detail: 'repeated',
          severity: 'warning',
          objects: [object],
          place: placesOf(places),
          size: { value: places.length, unit: 'places' },
        });
  }
};
