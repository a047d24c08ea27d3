import { FieldShape } from './FieldShape.tsx';
import { onDemand } from './on-demand.ts';
import type { ComboBoxProps } from './ComboBoxField.tsx';

export type { ComboBoxProps } from './ComboBoxField.tsx';

const ComboBoxField = onDemand(() => import('./ComboBoxField.tsx'));

/** Selects one of many options by typing. */
export function ComboBox(props: ComboBoxProps) {
  return <ComboBoxField {...props} fallback={<FieldShape {...props} />} />;
}
