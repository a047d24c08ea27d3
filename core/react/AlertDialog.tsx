import { lazy, Suspense } from 'react';
import type { AlertDialogProps } from './AlertBox.tsx';

export type { AlertDialogProps } from './AlertBox.tsx';

const AlertBox = lazy(() => import('./AlertBox.tsx'));

/** Asks before something that cannot simply be undone. Focus starts on Cancel. */
export function AlertDialog(props: AlertDialogProps) {
  return <Suspense fallback={null}>{props.isOpen && <AlertBox {...props} />}</Suspense>;
}
