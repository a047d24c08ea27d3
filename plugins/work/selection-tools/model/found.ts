import { extentOf, type MapObject, type ProjectDocument } from '#core/document';
import type { Geometry } from '#core/protocol';
import { isWithin, meets, shapeOf } from '#core/shapes';

type Accepts = (object: MapObject) => boolean;

/** Loaded objects within an area (`wholly`), or also those that intersect it; exact to the drawn edge. */
export function objectsIn(
  { index }: Pick<ProjectDocument, 'index'>,
  area: Geometry,
  wholly: boolean,
  accepts: Accepts,
): MapObject[] {
  const around = shapeOf(area);
  return index
    .objects(extentOf(area))
    .filter(
      (object) =>
        accepts(object) &&
        (wholly ? isWithin(shapeOf(object.location), around) : meets(shapeOf(object.location), around)),
    );
}

/** Loaded objects that intersect one of these, without these. */
export function objectsMeeting(
  { index }: Pick<ProjectDocument, 'index'>,
  given: readonly MapObject[],
  accepts: Accepts,
): MapObject[] {
  const known = new Set(given.map(({ id }) => id));
  const found: MapObject[] = [];
  for (const { location } of given) {
    const shape = shapeOf(location);
    for (const object of index.objects(extentOf(location))) {
      if (known.has(object.id) || !accepts(object) || !meets(shapeOf(object.location), shape)) continue;
      known.add(object.id);
      found.push(object);
    }
  }
  return found;
}
