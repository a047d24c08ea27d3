import { observer } from 'mobx-react-lite';
import { Button, ProgressBar, useTranslate } from '#core/react';
import type { Draft } from '../model/draft.ts';
import { useSizes } from './useSizes.ts';

/** How much of a file has been sent, how fast; pause and resume. */
export const Transfer = observer(function Transfer({ draft }: { draft: Draft }) {
  const t = useTranslate('clouds');
  const { size, speed } = useSizes();
  const { kind, sent, bytes, speed: rate, error } = draft.transfer;
  const part = kind === 'starting' || kind === 'checking' ? undefined : sent / bytes;
  if (kind === 'complete') return <p className="g-muted">{t('transfer.complete', { size: size(bytes) })}</p>;
  return (
    <div className="clouds-transfer">
      <ProgressBar label={t(`transfer.${kind}`)} value={part} />
      <p className="clouds-facts g-muted g-figures">
        {t('transfer.sent', { sent: size(sent), bytes: size(bytes) })}
        {kind === 'sending' && rate !== undefined && <span>{speed(rate)}</span>}
        {kind === 'sending' && (
          <Button size="s" variant="quiet" onPress={() => void draft.sending.pause()}>
            {t('pause')}
          </Button>
        )}
        {['paused', 'failed', 'lost'].includes(kind) && (
          <Button size="s" variant="quiet" onPress={() => void draft.sending.resume()}>
            {t(kind === 'paused' ? 'resume' : 'again')}
          </Button>
        )}
      </p>
      {error !== undefined && (
        <p className="g-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
});
