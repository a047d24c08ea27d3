import { onEachView, type MapView, type Pixel, type Views } from '#core/mapview';
import type { Position } from '#core/protocol';
import type { SpaceMeasures } from '../model/measures.ts';
import { wayOf } from '../model/profile.ts';

/** Hit tolerance of a profile's line, CSS pixels. */
const REACH = 12;

/** Marks the position of a profile under the pointer, on the globe and on its chart. */
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
