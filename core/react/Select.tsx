import { lazy, Suspense } from 'react';
import { FieldShape } from './FieldShape.tsx';
import type { SelectProps } from './SelectBox.tsx';

export type { SelectProps } from './SelectBox.tsx';

const SelectBox = lazy(() => import('./SelectBox.tsx'));

/** One of a list that fits in the head; for long ones ComboBox. */
export function Select(props: SelectProps) {
  return (
    <Suspense fallback={<FieldShape {...props} />}>
      <SelectBox {...props} />
    </Suspense>
  );
}
