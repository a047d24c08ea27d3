import {
  extentOfObject,
  extentsMeet,
  splitAtAntimeridian,
  type Extent,
  type LoadedAreas,
  type ObjectDocument,
} from '#core/document';
import type { Position } from '#core/protocol';

/** What a map shows: its extent and its centre. */
export interface ViewedArea {
  readonly extent: Extent;
  readonly center: Position;
}

/** Most objects in memory: 200 to 250 MB with their index, half of what the globe keeps of one 3D tileset (384 MB). */
export const MAX_OBJECTS = 200_000;
/** Share of the maximum that remains after unloading, so that it is not repeated with every new area. */
const REMAINING_SHARE = 0.9;

/**
 * When the document has more than `max` objects, unloads those of the areas farthest from all views, as if they had
 * never been loaded. Objects that reach into a remaining or pending area or a view stay, and those for which
 * `isRetained` is true; they are unloaded with their area the next time.
 */
export function unloadDistant(
  document: ObjectDocument,
  areas: LoadedAreas,
  {
    views,
    isRetained,
    max,
  }: { views: readonly ViewedArea[]; isRetained: (id: string) => boolean; max: number },
): void {
  if (document.size <= max || views.length === 0) return;
  const remaining = [...views.flatMap(({ extent }) => splitAtAntimeridian(extent)), ...areas.pending];
  const inView = [...remaining];
  const unloading: Extent[] = [];
  let count = 0;
  areas.retain(
    views.map(({ center }) => center),
    (extent) => {
      count += document.index.objects(extent).length;
      const stays = count <= max * REMAINING_SHARE || inView.some((picture) => extentsMeet(picture, extent));
      (stays ? remaining : unloading).push(extent);
      return stays;
    },
  );
  for (const extent of unloading) {
    const adjacent = remaining.filter((other) => extentsMeet(other, extent));
    const distant = document.index.objects(extent).filter((object) => {
      const box = extentOfObject(object);
      const others = isWithin(box, extent) ? adjacent : remaining;
      return !others.some((other) => extentsMeet(other, box)) && !isRetained(object.id);
    });
    document.apply(
      distant.map((before) => ({ id: before.id, before, after: undefined })),
      'unload',
    );
  }
}

function isWithin(box: Extent, [west, south, east, north]: Extent): boolean {
  return box[0] >= west && box[1] >= south && box[2] <= east && box[3] <= north;
}
