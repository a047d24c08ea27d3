import { useEffect } from 'react';
import { I18N } from '#core/i18n';
import { HOST } from '#core/plugin';
import { fetchParts, useService } from '#core/react';

/** Milliseconds after which a page fetches what nobody has asked for. */
const REST = 8_000;

/**
 * Who takes the workbench out into the field loses the network: what has not been opened yet is fetched as soon as work
 * begins, after the page itself has come; tools, commands and panels that have not been used, when it has stood a while.
 */
export function useSpareParts(): void {
  const host = useService(HOST);
  const i18n = useService(I18N);
  useEffect(() => {
    // Where it fails there is no network now: each part tries again when it is opened.
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
    // One after the other: they are not to be felt.
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
