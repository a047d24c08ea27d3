import { useMemo, useState } from 'react';
import { filter, map, skip, take } from 'rxjs';
import { TOASTS } from '#core/toasts';
import { onDemand } from './on-demand.ts';
import { useService } from './services.tsx';
import { useObservable } from './useObservable.ts';
import './Toast.css';

const ToastList = onDemand(() => import('./ToastList.tsx'));

/** Shows the toasts; its code is loaded with the first one. */
export function ToastRegion() {
  const toasts = useService(TOASTS);
  const [attempt, setAttempt] = useState(0);
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
  // Loaded again with the next toast.
  const retry = () => toasts.shown$.pipe(skip(1), take(1)).subscribe(() => setAttempt(attempt + 1));
  return needed && <ToastList key={attempt} fallback={<PlainToasts />} onLoadError={retry} />;
}

/** Until the code is here, which without a network it may never be: the messages alone. */
function PlainToasts() {
  const toasts = useService(TOASTS);
  const shown = useObservable(toasts.shown$, toasts.shown);
  return (
    <div className="g-toasts">
      {shown.map(({ id, kind, message }) => (
        <p key={id} role="alert" className={`g-toast g-toast-${kind}`}>
          {message}
        </p>
      ))}
    </div>
  );
}
