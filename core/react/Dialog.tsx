import type { DialogProps } from './DialogBox.tsx';
import { onDemand } from './on-demand.ts';

export type { DialogProps } from './DialogBox.tsx';

/** No page shows a dialog at first: the code is loaded with the first one. */
const DialogBox = onDemand(() => import('./DialogBox.tsx'));

/** A modal dialog: focus stays inside, and returns to where it was. */
export function Dialog(props: DialogProps) {
  return props.isOpen && <DialogBox {...props} onLoadError={props.onClose} />;
}
