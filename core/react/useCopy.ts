import { I18N } from '#core/i18n';
import { TOASTS } from '#core/toasts';
import { useServices } from './services.tsx';

/** Returns a function that copies a text to the clipboard and says so. */
export function useCopy(): (text: string) => Promise<void> {
  const services = useServices();
  return async (text) => {
    const [toasts, i18n] = [services.get(TOASTS), services.get(I18N)];
    try {
      await navigator.clipboard.writeText(text);
      toasts.show('success', i18n.t('core:copy.done'));
    } catch {
      // Without permission or TLS there is no clipboard.
      toasts.show('error', i18n.t('core:copy.failed'));
    }
  };
}
