import { FieldShape } from './FieldShape.tsx';
import { onDemand } from './on-demand.ts';
import type { SelectProps } from './SelectBox.tsx';

export type { SelectProps } from './SelectBox.tsx';

const SelectBox = onDemand(() => import('./SelectBox.tsx'));

/** Selects one option of a short list; for long lists use ComboBox. */
export function Select(props: SelectProps) {
  return <SelectBox {...props} fallback={<FieldShape {...props} />} />;
}
