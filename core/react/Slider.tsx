import { Skeleton } from './Skeleton.tsx';
import { onDemand } from './on-demand.ts';
import type { SliderProps } from './SliderField.tsx';

export type { SliderProps } from './SliderField.tsx';

const SliderField = onDemand(() => import('./SliderField.tsx'));

/** A value between two limits, updated while dragging; `formatOptions` formats it. */
export function Slider(props: SliderProps) {
  return <SliderField {...props} fallback={<Skeleton height={40} />} />;
}
