import { Contributed, useContributions } from '#core/react';
import type { MeasurePartProps } from '../api.ts';
import type { Measure } from '../model/measures.ts';

/** What other plugins say of a measurement. */
export function MeasureParts({ measure: { kind, vertices } }: { measure: Measure }) {
  const parts = useContributions('measureParts').filter(({ kinds }) => kinds.includes(kind));
  const props: MeasurePartProps = { kind, vertices };
  return parts
    .toSorted((a, b) => a.order - b.order)
    .map((part) => <Contributed key={`${part.id} ${vertices.join()}`} contribution={part} props={props} />);
}
