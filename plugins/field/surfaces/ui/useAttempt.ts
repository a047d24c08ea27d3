import { useState } from 'react';
import { AppError, sentenceOf } from '#core/kernel';
import { useI18n, useService } from '#core/react';
import { TOASTS } from '#core/toasts';

/** Runs work, and shows its failure as a toast. */
export function useAttempt(): { attempt: (work: () => Promise<void>) => Promise<void>; isBusy: boolean } {
  const toasts = useService(TOASTS);
  const i18n = useI18n();
  const [isBusy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (failure) {
      const own = failure instanceof AppError && failure.id.startsWith('surfaces.');
      const sentence = own ? i18n.t(`surfaces:fault.${failure.id.slice(9)}`) : sentenceOf(failure);
      toasts.show('error', sentence);
    } finally {
      setBusy(false);
    }
  };
  return { attempt, isBusy };
}
