import { onEachView, type MapView, type Pixel, type Views } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { SpaceMeasures } from '../model/measures.ts';
import { wayOf } from '../model/profile.ts';

/** CSS pixels to a profile's line within which the pointer is on it. */
const REACH = 12;

/** Marks the place of a profile that the pointer is at on the globe, there and on its chart. */
export function followPointer(measures: SpaceMeasures, views: Views): void {
  onEachView(views, (view) => {
    if (view.kind !== '3d') return undefined;
    return view.listen(({ kind, pixel }) => {
      if (kind === 'move') measures.point(nearestOf(measures, view, pixel));
      else if (kind === 'leave') measures.point(undefined);
      return false;
    });
  });
}

function nearestOf({ list }: SpaceMeasures, view: MapView, pixel: Pixel): Position | undefined {
  let nearest: { place: Position; away: number } | undefined;
  for (const { reading } of list)
    for (const { standing: place } of reading?.profile ? wayOf(reading.profile) : []) {
      const at = view.toPixel(place);
      const away = at ? Math.hypot(at[0] - pixel[0], at[1] - pixel[1]) : Infinity;
      if (away <= (nearest?.away ?? REACH)) nearest = { place, away };
    }
  return nearest?.place;
}
