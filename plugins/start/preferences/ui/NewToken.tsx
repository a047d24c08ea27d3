import { useEffect, useRef } from 'react';
import { copyText } from '#core/browser';
import { Button, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import type { MadeToken } from '../model/personal-tokens.ts';

/** The secret of a new token and how to use it. It is shown only once. */
export function NewToken({ made, onDone }: { made: MadeToken; onDone: () => void }) {
  const t = useTranslate('preferences');
  const toasts = useService(TOASTS);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [made]);
  const copy = async (): Promise<void> => {
    if ((await copyText(made.secret)) === 'clipboard') toasts.show('success', t('tokens.copied'));
    else toasts.show('error', t('tokens.copy.failed'));
  };
  const address = window.location.origin;
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="group"
      aria-label={t('tokens.made', { name: made.name })}
      className="new-token"
    >
      <p>
        <strong>{t('tokens.made', { name: made.name })}</strong> {t('tokens.made.once')}
      </p>
      <code className="new-token-secret">{made.secret}</code>
      <p className="g-muted">
        {t('tokens.made.use', { ogcapi: `${address}/ogcapi`, wfs: `${address}/wfs` })}
      </p>
      <div className="new-token-actions">
        <Button variant="primary" onPress={() => void copy()}>
          {t('tokens.copy')}
        </Button>
        <Button onPress={onDone}>{t('tokens.done')}</Button>
      </div>
    </div>
  );
}
