import { copyText } from '#core/browser';
import { I18N } from '#core/i18n';
import { TOASTS } from '#core/toasts';
import { useServices } from './services.tsx';

/** Returns a function that copies a text to the clipboard and says so. */
export function useCopy(): (text: string) => Promise<void> {
  const services = useServices();
  return async (text) => {
    const [toasts, i18n] = [services.get(TOASTS), services.get(I18N)];
    if ((await copyText(text)) === 'clipboard') toasts.show('success', i18n.t('core:copy.done'));
    else toasts.show('error', i18n.t('core:copy.failed'));
  };
}
