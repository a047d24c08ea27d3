import { useEffect } from 'react';
import { HOST, type Contribution } from '#core/plugin';
import { Contributed, useObservable, useService, useTranslate } from '#core/react';
import { PluginFailed } from './plugin-failed.tsx';

/**
 * A plugin's page: loaded when first shown, inside an error boundary, so that it fails alone. Its title is the
 * window's.
 */
export function PluginPage({ page }: { page: Contribution<'routes'> }) {
  const host = useService(HOST);
  const failures = useObservable(host.failures$, host.failures);
  const t = useTranslate(page.plugin);
  const title = t(page.title);
  useEffect(() => {
    document.title = `${title} – Groma`;
  }, [title]);
  const failure = failures.find(({ plugin }) => plugin === page.plugin);
  return failure ? <PluginFailed failure={failure} /> : <Contributed contribution={page} />;
}
