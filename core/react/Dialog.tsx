import type { DialogProps } from './DialogBox.tsx';
import { onDemand } from './on-demand.ts';

export type { DialogProps } from './DialogBox.tsx';

/** No page shows a dialog at first: what it is made of comes with the first one. */
const DialogBox = onDemand(() => import('./DialogBox.tsx'));

/** Asks for something before the work goes on; focus stays inside and returns to where it came from. */
export function Dialog(props: DialogProps) {
  return props.isOpen && <DialogBox {...props} onLost={props.onClose} />;
}
