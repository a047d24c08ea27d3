import { useEffect } from 'react';
import { I18N } from '#core/i18n';
import { HOST } from '#core/plugin';
import { fetchParts, useService } from '#core/react';

/** Milliseconds of idle time before the page preloads what has not been used. */
const REST = 8_000;

/**
 * Preloads code for offline use in the field: panels and dialogs that are not open as soon as work begins, after the
 * page itself has loaded; tools, commands and panels that have not been used, once the page is idle.
 */
export function useSpareParts(): void {
  const host = useService(HOST);
  const i18n = useService(I18N);
  useEffect(() => {
    // A failure means there is no network now: each part is fetched again when it is opened.
    const open = (): void => {
      window.removeEventListener('pointerdown', open);
      window.removeEventListener('keydown', open);
      fetchParts().catch(() => undefined);
    };
    const useful = (): Set<string> => {
      const all = [...host.current('tools'), ...host.current('commands'), ...host.current('panels')];
      return new Set(all.map(({ plugin }) => plugin));
    };
    let wanted = true;
    // One after the other, to stay unnoticed.
    const rest = async (): Promise<void> => {
      open();
      const plugins = useful();
      for (const { id, load } of host.manifests.filter((manifest) => plugins.has(manifest.id)))
        if (wanted) await Promise.allSettled([load(), i18n.load(id)]);
    };
    const timer = setTimeout(() => void rest(), REST);
    window.addEventListener('pointerdown', open);
    window.addEventListener('keydown', open);
    return () => {
      wanted = false;
      clearTimeout(timer);
      window.removeEventListener('pointerdown', open);
      window.removeEventListener('keydown', open);
    };
  }, [host, i18n]);
}
