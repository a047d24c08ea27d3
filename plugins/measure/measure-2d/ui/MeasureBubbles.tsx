import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { MapView } from '#core/mapview';
import { useService } from '#core/react';
import { type Measure, type Measures, MEASURES } from '../model/measures.ts';
import { shapesOf } from '../model/picture.ts';
import { anchorOf } from '../model/values.ts';
import { Bubble } from './Bubble.tsx';
import { PlacedBubbles, type PlacedBubble, type Shown } from './PlacedBubbles.tsx';

/** The measurements of the flat map with their bubbles. */
export default observer(function MeasureBubbles({ view, measures }: { view: MapView; measures: Measures }) {
  const { list } = measures;
  const bubbles = useMemo(
    () =>
      list.map((measure) => ({
        id: measure.id,
        at: anchorOf(measure),
        offset: measure.offset,
        figure: shapesOf(measure).map(({ geometry }) => geometry),
        measure,
      })),
    [list],
  );
  return <PlacedBubbles view={view} bubbles={bubbles} show={OfMeasure} />;
});

function OfMeasure({ bubble, place, box }: Shown<PlacedBubble & { readonly measure: Measure }>) {
  const measures = useService(MEASURES);
  const { id, measure } = bubble;
  return (
    <Bubble
      measure={measure}
      place={place}
      box={box}
      drag={(offset) => measures.dragBubble(id, offset)}
      close={() => measures.remove(id)}
      fold={(folded) => measures.foldBubble(id, folded)}
    />
  );
}
