import { lazy, Suspense } from 'react';
import { Skeleton } from './Skeleton.tsx';
import type { SliderProps } from './SliderField.tsx';

export type { SliderProps } from './SliderField.tsx';

const SliderField = lazy(() => import('./SliderField.tsx'));

/** A value between two ends, changed while dragging; `formatOptions` prints it. */
export function Slider(props: SliderProps) {
  return (
    <Suspense fallback={<Skeleton height={40} />}>
      <SliderField {...props} />
    </Suspense>
  );
}
