import {
  extentOfObject,
  extentsMeet,
  splitAtAntimeridian,
  type Extent,
  type LoadedAreas,
  type ObjectDocument,
} from '#core/document';
import type { Position } from '#core/protocol';

/** What a map looks at: all that is in its picture, and the place it is turned to. */
export interface Look {
  readonly extent: Extent;
  readonly place: Position;
}

/**
 * So many objects stay, be they near or far: 200 to 250 MB with their index, half of what the globe keeps of one set of 3D
 * Tiles (384 MB).
 */
export const MOST_OBJECTS = 200_000;
/** Of them so many are left when some are freed, so that this is not done anew with every area that comes. */
const LEFT = 0.9;

/**
 * Of more than `most` objects frees those of the areas farthest from what is looked at: it is as if they had never been
 * loaded. What reaches into an area that stays or comes, or into a picture, stays, and so does what `isKept`; with what came
 * by itself, in no area, it is freed when its area is the next time.
 */
export function freeFar(
  document: ObjectDocument,
  areas: LoadedAreas,
  { looks, isKept, most }: { looks: readonly Look[]; isKept: (id: string) => boolean; most: number },
): void {
  if (document.size <= most || looks.length === 0) return;
  const staying = [...looks.flatMap(({ extent }) => splitAtAntimeridian(extent)), ...areas.pending];
  const pictures = [...staying];
  const going: Extent[] = [];
  let count = 0;
  areas.retain(
    looks.map(({ place }) => place),
    (extent) => {
      count += document.index.objects(extent).length;
      const stays = count <= most * LEFT || pictures.some((picture) => extentsMeet(picture, extent));
      (stays ? staying : going).push(extent);
      return stays;
    },
  );
  for (const extent of going) {
    const beside = staying.filter((other) => extentsMeet(other, extent));
    const far = document.index.objects(extent).filter((object) => {
      const box = extentOfObject(object);
      const others = isWithin(box, extent) ? beside : staying;
      return !others.some((other) => extentsMeet(other, box)) && !isKept(object.id);
    });
    document.apply(
      far.map((before) => ({ id: before.id, before, after: undefined })),
      'unload',
    );
  }
}

function isWithin(box: Extent, [west, south, east, north]: Extent): boolean {
  return box[0] >= west && box[1] >= south && box[2] <= east && box[3] <= north;
}
