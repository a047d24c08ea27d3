import { useCallback } from 'react';
import { isAbort, sentenceOf } from '#core/kernel';
import { useService } from '#core/react';
import { TOASTS } from '#core/toasts';

/** Tells the person why something failed; for promises that nobody else waits for. */
export function useTell(): (failure: unknown) => void {
  const toasts = useService(TOASTS);
  return useCallback(
    (failure) => {
      if (!isAbort(failure)) toasts.show('error', sentenceOf(failure));
    },
    [toasts],
  );
}
