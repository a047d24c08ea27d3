import { lazy, Suspense } from 'react';
import { FieldShape } from './FieldShape.tsx';
import type { ComboBoxProps } from './ComboBoxField.tsx';

export type { ComboBoxProps } from './ComboBoxField.tsx';

const ComboBoxField = lazy(() => import('./ComboBoxField.tsx'));

/** One of many, found by typing. */
export function ComboBox(props: ComboBoxProps) {
  return (
    <Suspense fallback={<FieldShape {...props} />}>
      <ComboBoxField {...props} />
    </Suspense>
  );
}
