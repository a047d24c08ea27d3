import { useEffect } from 'react';
import { fetchParts } from '#core/react';

/** Milliseconds after which a page that nobody has touched fetches them all the same. */
const REST = 8_000;

/**
 * Who takes the workbench out into the field loses the network: what has not been opened yet is fetched as soon as work
 * begins, after the page itself has come.
 */
export function useSpareParts(): void {
  useEffect(() => {
    const end = (): void => {
      clearTimeout(timer);
      window.removeEventListener('pointerdown', fetch);
      window.removeEventListener('keydown', fetch);
    };
    const fetch = (): void => {
      end();
      // Where it fails there is no network now: each part tries again when it is opened.
      fetchParts().catch(() => undefined);
    };
    const timer = setTimeout(fetch, REST);
    window.addEventListener('pointerdown', fetch);
    window.addEventListener('keydown', fetch);
    return end;
  }, []);
}
