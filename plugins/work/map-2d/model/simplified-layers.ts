import { auditTime, map, merge, startWith, type Observable } from 'rxjs';
import { eastingOf, northingOf, type ProjectedExtent } from '#core/canvas';
import type { MapView } from '#core/mapview';
import { classificationOf, isInScale, scaleDenominator } from '#core/styles';
import type { FollowedLayers, Overview, SimplifiedLayers } from '../api.ts';

/** Milliseconds: tiles arrive many at a time. */
const PAUSE = 300;

/** What the overview does not show yet, and the layers in view that it shows otherwise than their styles say. */
export function simplifiedLayers(
  view: Pick<MapView, 'camera' | 'camera$' | 'kind'>,
  layers: FollowedLayers,
  overview: Overview,
): Observable<SimplifiedLayers> {
  return merge(view.camera$, layers.layers$, overview.changes$).pipe(
    startWith(undefined),
    auditTime(PAUSE),
    map(() => {
      const { extent, zoom, resolution } = view.camera;
      const [west, south, east, north] = extent;
      const box: ProjectedExtent = [
        eastingOf(west),
        northingOf(south),
        eastingOf(east < west ? 180 : east),
        northingOf(north),
      ];
      const inView = layers.layers.filter(
        ({ visible, opacity, style }) =>
          visible && opacity > 0 && isInScale(style, scaleDenominator(resolution)),
      );
      const shown = inView.flatMap(({ typeName, style }) => {
        const classification = classificationOf(style);
        if (!classification) return [];
        return [{ typeName, how: overview.exactness(typeName, { box, zoom }, classification.property) }];
      });
      const namesOf = (which: string) => shown.filter(({ how }) => how === which).map((one) => one.typeName);
      return {
        // The globe says itself what it has not painted: its tiles have zooms of their own.
        isLoading: view.kind === '2d' && inView.length > 0 && overview.isLoading(box, zoom),
        merged: namesOf('merged'),
        unclassified: namesOf('unclassified'),
      };
    }),
  );
}
