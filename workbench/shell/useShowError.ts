import { useCallback } from 'react';
import { isAbort, sentenceOf } from '#core/kernel';
import { useService } from '#core/react';
import { TOASTS } from '#core/toasts';

/** Reports a failure to the person; for promises that nothing else awaits. */
export function useShowError(): (failure: unknown) => void {
  const toasts = useService(TOASTS);
  return useCallback(
    (failure) => {
      if (!isAbort(failure)) toasts.show('error', sentenceOf(failure));
    },
    [toasts],
  );
}
