import { useEffect } from 'react';
import { I18N } from '#core/i18n';
import { VIEWS } from '#core/mapview';
import { HOST } from '#core/plugin';
import { useObservable, useService } from '#core/react';
import { TOOLS } from '#core/tools';

/** Fetches code before it is used, from when a view opens: its tools can be used then. See `FetchAhead`. */
export function useFetchAhead(): void {
  const host = useService(HOST);
  const i18n = useService(I18N);
  const tools = useService(TOOLS);
  const views = useService(VIEWS);
  const isOpen = useObservable(views.open$, views.open).length > 0;
  useEffect(() => {
    if (!isOpen) return;
    let isActive = true;
    let end: (() => void) | undefined;
    void import('./fetch-ahead.ts').then(
      ({ fetchAhead }) => {
        if (isActive) end = fetchAhead(host, i18n, tools);
      },
      // No network: each part is fetched when it is opened.
      () => undefined,
    );
    return () => {
      isActive = false;
      end?.();
    };
  }, [host, i18n, tools, isOpen]);
}
