import type { MapObject } from '#core/document';
import { crossingsOf, linesOf, polygonsOf, touchesOf } from '#core/shapes';
import { finding, placesOf, type Finding } from '../finding.ts';
import type { GeometryCheck } from '../scene.ts';

/** Finds outlines that cross or touch themselves, and lines that cross themselves. */
export const crossing: GeometryCheck = function* ({ objects }) {
  for (const object of objects) yield wrongOutline(object);
};

export function wrongOutline(object: MapObject): Finding | undefined {
  const areas = polygonsOf(object.location);
  const crossed = areas.flatMap((rings) => [...crossingsOf(rings)]);
  if (crossed.length > 0) return findingOf(object, 'crosses', 'error', crossed);
  const touched = areas.flatMap((rings) => rings.flatMap((ring) => [...touchesOf(ring)]));
  if (touched.length > 0) return findingOf(object, 'touches', 'error', touched);
  const looped = linesOf(object.location).flatMap((line) => [...crossingsOf([line])]);
  return looped.length > 0 ? findingOf(object, 'line', 'warning', looped) : undefined;
}

function findingOf(
  object: MapObject,
  detail: string,
  severity: Finding['severity'],
  places: readonly [number, number][],
): Finding {
  return finding({
    kind: 'crossing',
    detail,
    severity,
    objects: [object],
    place: placesOf(places),
    size: { value: places.length, unit: 'places' },
  });
}
