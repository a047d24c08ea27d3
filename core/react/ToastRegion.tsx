import { useMemo } from 'react';
import { filter, map, take } from 'rxjs';
import { TOASTS } from '#core/toasts';
import { onDemand } from './on-demand.ts';
import { useService } from './services.tsx';
import { useObservable } from './useObservable.ts';

const ToastList = onDemand(() => import('./ToastList.tsx'));

/** Shows the toasts; its code is loaded with the first one. */
export function ToastRegion() {
  const toasts = useService(TOASTS);
  const first$ = useMemo(
    () =>
      toasts.shown$.pipe(
        filter((shown) => shown.length > 0),
        take(1),
        map(() => true),
      ),
    [toasts],
  );
  const needed = useObservable(first$, toasts.shown.length > 0);
  return needed && <ToastList />;
}
