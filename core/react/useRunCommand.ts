import { useCallback } from 'react';
import { I18N } from '#core/i18n';
import { isAbort, sentenceOf } from '#core/kernel';
import { HOST } from '#core/plugin';
import { TOASTS } from '#core/toasts';
import { useServices } from './services.tsx';

/** Returns a function that runs a command, and tells the person why it cannot run now or what failed. */
export function useRunCommand(): (id: string) => Promise<void> {
  const services = useServices();
  return useCallback(
    async (id) => {
      const toasts = services.get(TOASTS);
      try {
        const reason = await services.get(HOST).run(id);
        if (reason !== undefined) toasts.show('info', services.get(I18N).t(reason));
      } catch (failure) {
        if (!isAbort(failure)) toasts.show('error', sentenceOf(failure));
      }
    },
    [services],
  );
}
