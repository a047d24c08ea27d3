import type { DocumentReader, Edit, MapObject } from '#core/document';
import { crossesItself } from '#core/shapes';

/**
 * Whether an edit makes an outline cross itself, which the server refuses. One that crosses itself already can be
 * mended step by step.
 */
export function makesCrossing(edit: Edit, document: DocumentReader): boolean {
  return edit(document).some(
    ({ before, after }) => after && isCrossing(after) && !(before && isCrossing(before)),
  );
}

function isCrossing({ location }: MapObject): boolean {
  if (location.type === 'Polygon') return crossesItself(location.coordinates) !== undefined;
  return (
    location.type === 'MultiPolygon' &&
    location.coordinates.some((rings) => crossesItself(rings) !== undefined)
  );
}
