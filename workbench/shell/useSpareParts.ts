import { useEffect } from 'react';
import { I18N } from '#core/i18n';
import { HOST } from '#core/plugin';
import { fetchParts, useService } from '#core/react';

/** Milliseconds after which a page that nobody has touched fetches them all the same. */
const REST = 8_000;

/**
 * Who takes the workbench out into the field loses the network: tools, commands and panels that have not been used yet
 * are fetched as soon as work begins, after the page itself has come.
 */
export function useSpareParts(): void {
  const host = useService(HOST);
  const i18n = useService(I18N);
  useEffect(() => {
    const end = (): void => {
      clearTimeout(timer);
      window.removeEventListener('pointerdown', fetch);
      window.removeEventListener('keydown', fetch);
    };
    const fetch = (): void => {
      end();
      const useful = [...host.current('tools'), ...host.current('commands'), ...host.current('panels')];
      const plugins = new Set(useful.map(({ plugin }) => plugin));
      const coming = host.manifests
        .filter(({ id }) => plugins.has(id))
        .flatMap(({ id, load }) => [load(), i18n.load(id)]);
      // Where it fails there is no network now: each part tries again when it is opened.
      void Promise.allSettled([...coming, fetchParts()]);
    };
    const timer = setTimeout(fetch, REST);
    window.addEventListener('pointerdown', fetch);
    window.addEventListener('keydown', fetch);
    return end;
  }, [host, i18n]);
}
