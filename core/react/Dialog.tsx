import { lazy, Suspense } from 'react';
import type { DialogProps } from './DialogBox.tsx';

export type { DialogProps } from './DialogBox.tsx';

/** No page shows a dialog at first: what it is made of comes with the first one. */
const DialogBox = lazy(() => import('./DialogBox.tsx'));

/** Asks for something before the work goes on; focus stays inside and returns to where it came from. */
export function Dialog(props: DialogProps) {
  return <Suspense fallback={null}>{props.isOpen && <DialogBox {...props} />}</Suspense>;
}
