import { observer } from 'mobx-react-lite';
import { lazy, Suspense } from 'react';
import { VIEWS } from '#core/mapview';
import { useObservable, useService } from '#core/react';
import { MEASURE_STORAGE, MEASURES } from '../model/measures.ts';

/** Loaded with the first measurement. */
const MeasureBubbles = lazy(() => import('./MeasureBubbles.tsx'));

/** The bubbles of all measurements on the active viewer. */
export const Bubbles = observer(function Bubbles() {
  const views = useService(VIEWS);
  const view = useObservable(views.active$, views.active);
  const measures = useService(MEASURES);
  // From now on, measurements stored with the project are on the map.
  useService(MEASURE_STORAGE);
  if (!view || measures.list.length === 0) return null;
  return (
    <Suspense>
      <MeasureBubbles view={view} measures={measures} />
    </Suspense>
  );
});
