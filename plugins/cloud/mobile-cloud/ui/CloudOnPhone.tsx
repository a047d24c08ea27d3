import { useEffect } from 'react';
import { AppError } from '#core/kernel';
import { Button, ErrorPanel, Spinner, useTranslate } from '#core/react';
import { OnCloud } from './OnCloud.tsx';
import { useLoneCloud } from './useLoneCloud.ts';
import './mobile-cloud.css';

/** The points, and what is on top of them: the name, the tools, or a sentence where there are no points. */
export function CloudOnPhone({ id, secret }: { id: string; secret: string | undefined }) {
  const t = useTranslate('mobile-cloud');
  const { opening, element, again } = useLoneCloud(id, secret);
  const cloud = typeof opening === 'object' && 'cloud' in opening ? opening.cloud : undefined;
  useEffect(() => {
    if (cloud) document.title = `${cloud.name} – Groma`;
  }, [cloud]);
  return (
    <main className="mobile-cloud">
      <div ref={element} className="mobile-cloud-view" role="application" aria-label={t('view')} />
      {cloud && <OnCloud cloud={cloud} />}
      {opening === 'loading' && (
        <p className="mobile-cloud-notice" role="status">
          <Spinner />
          {t('loading')}
        </p>
      )}
      {opening === 'lost' && (
        <div className="mobile-cloud-notice" role="alert">
          <p>{t('lost')}</p>
          <Button onPress={again}>{t('lost.again')}</Button>
        </div>
      )}
      {typeof opening === 'object' && 'error' in opening && (
        <div className="mobile-cloud-failure">
          <ErrorPanel
            title={t(titleOf(opening.error, secret !== undefined))}
            error={opening.error}
            {...(isRefused(opening.error) ? {} : { onRetry: again })}
          />
        </div>
      )}
    </main>
  );
}

/** Trying again would give the same answer. */
function isRefused(error: unknown): boolean {
  return error instanceof AppError && error.status === 401;
}

function titleOf(error: unknown, byLink: boolean): string {
  if (!(error instanceof AppError)) return 'failed';
  if (error.status === 404) return 'failed.not-found';
  if (error.status === 401 && byLink) return 'failed.link';
  return error.id === 'cloud-not-drawn' ? 'failed.nothing' : 'failed';
}
