import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import { useService } from '#core/react';
import { TOASTS } from '#core/toasts';

/** Runs work, and shows its failure as a toast. */
export function useAttempt(): { attempt: (work: () => Promise<void>) => Promise<void>; isBusy: boolean } {
  const toasts = useService(TOASTS);
  const [isBusy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    } finally {
      setBusy(false);
    }
  };
  return { attempt, isBusy };
}
