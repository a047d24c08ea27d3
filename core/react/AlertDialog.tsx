import type { AlertDialogProps } from './AlertBox.tsx';
import { onDemand } from './on-demand.ts';

export type { AlertDialogProps } from './AlertBox.tsx';

const AlertBox = onDemand(() => import('./AlertBox.tsx'));

/** Asks for confirmation of something that cannot easily be undone. Focus starts on Cancel. */
export function AlertDialog(props: AlertDialogProps) {
  return props.isOpen && <AlertBox {...props} onLoadError={props.onClose} />;
}
