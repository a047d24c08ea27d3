import { sentenceOf } from '#core/kernel';
import { useTranslate } from '#core/react';
import '../core/react/Button.css';
import './plugin-failed.css';

/**
 * Shown when the workbench's own code could not be fetched: the network is gone, or the server has a newer version.
 */
export function LoadFailed({ failure }: { failure: unknown }) {
  const t = useTranslate('workbench');
  return (
    <main className="plugin-failed" role="alert">
      <h1>{t('load.title')}</h1>
      <p>{t('load.help')}</p>
      <p className="g-muted">{sentenceOf(failure)}</p>
      <div>
        <button type="button" className="g-button g-button-primary" onClick={() => location.reload()}>
          {t('failed.reload')}
        </button>
      </div>
    </main>
  );
}
