import { meets, unwrapped, type Extent, type LoadedAreas, type ObjectDocument } from '#core/document';
import type { Position } from '#core/protocol';

/** What a map looks at: all that is in its picture, and the place it is turned to. */
export interface Look {
  readonly extent: Extent;
  readonly place: Position;
}

/**
 * So many objects stay in the document, be they near or far: as lines of text of 0.8 kB 160 MB, a third of what the globe
 * keeps of one set of 3D Tiles.
 */
export const MOST_OBJECTS = 200_000;
/** Of them so many are left when some are freed, so that this is not done anew with every area that comes. */
const LEFT = 0.75;

/**
 * Of more than `most` objects frees those of the areas farthest from what is looked at: it is as if they had never been
 * loaded. What reaches into an area that stays or comes, or into a picture, and what `isKept` stays.
 */
export function freeFar(
  document: ObjectDocument,
  areas: LoadedAreas,
  { looks, isKept, most }: { looks: readonly Look[]; isKept: (id: string) => boolean; most: number },
): void {
  if (document.size <= most || looks.length === 0) return;
  const pictures = [...looks.flatMap(({ extent }) => unwrapped(extent)), ...areas.coming];
  const staying = new Set(pictures.flatMap((picture) => document.index.objects(picture)));
  let room = true;
  areas.keep(
    looks.map(({ place }) => place),
    (extent) => {
      const inside = document.index.objects(extent);
      room &&= staying.size + inside.length <= most * LEFT;
      const stays = room || pictures.some((picture) => meets(picture, extent));
      if (stays) for (const object of inside) staying.add(object);
      return stays;
    },
  );
  const far = [...document.values()].filter((object) => !staying.has(object) && !isKept(object.id));
  document.apply(
    far.map((before) => ({ id: before.id, before, after: undefined })),
    'unload',
  );
}
