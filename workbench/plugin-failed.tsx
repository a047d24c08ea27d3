import { HOST, type PluginFailure } from '#core/plugin';
import { useService, useTranslate } from '#core/react';
import '../core/react/Button.css';
import './plugin-failed.css';

/** Replaces the page of a plugin that failed: names the plugin, the reason and what to do. */
export function PluginFailed({ failure }: { failure: PluginFailure }) {
  const host = useService(HOST);
  const t = useTranslate('workbench');
  return (
    <main className="plugin-failed" role="alert">
      <h1>{t('failed.title', { plugin: failure.plugin })}</h1>
      <p>{t('failed.others')}</p>
      <p className="g-muted">{failure.message}</p>
      <div>
        {failure.retryable && (
          <button
            type="button"
            className="g-button g-button-primary"
            onClick={() => host.retry(failure.plugin)}
          >
            {t('failed.retry')}
          </button>
        )}
        <button type="button" className="g-button g-button-secondary" onClick={() => location.reload()}>
          {t('failed.reload')}
        </button>
      </div>
    </main>
  );
}
