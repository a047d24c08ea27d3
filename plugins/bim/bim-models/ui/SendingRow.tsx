import { observer } from 'mobx-react-lite';
import { Button, Icon, IconButton, ProgressBar, useService, useTranslate } from '#core/react';
import { MODEL_DESK, type ModelFile } from '../model/model-desk.ts';
import { useSizes } from './useSizes.ts';

/** A file on its way: how much has been sent, how fast; pause, resume, cancel. */
export const SendingRow = observer(function SendingRow({ file }: { file: ModelFile }) {
  const t = useTranslate('bim-models');
  const desk = useService(MODEL_DESK);
  const { size, speed } = useSizes();
  const { sending, replaces, transfer } = file;
  const { kind, sent, bytes, speed: rate } = transfer;
  const part = kind === 'sending' || kind === 'paused' || kind === 'lost' ? sent / bytes : undefined;
  const error = file.error ?? transfer.error;
  return (
    <li className="models-row">
      <div className="models-head">
        <span className="models-name">{sending.name}</span>
        <IconButton
          size="s"
          label={t('cancel', { name: sending.name })}
          icon={<Icon name="close" />}
          onPress={() => void desk.cancel(file)}
        />
      </div>
      {replaces && <p className="g-muted">{t('replaces', { name: replaces.name })}</p>}
      {error === undefined && <ProgressBar label={t(`transfer.${kind}`)} value={part} />}
      {error !== undefined && (
        <p className="g-error" role="alert">
          {error}
        </p>
      )}
      <p className="models-facts g-muted g-figures">
        {t('transfer.sent', { sent: size(sent), bytes: size(bytes) })}
        {kind === 'sending' && rate !== undefined && <span>{speed(rate)}</span>}
        {kind === 'sending' && (
          <Button size="s" variant="quiet" onPress={() => void sending.pause()}>
            {t('pause')}
          </Button>
        )}
        {(kind === 'paused' || kind === 'failed' || kind === 'lost') && (
          <Button size="s" variant="quiet" onPress={() => void sending.resume()}>
            {t(kind === 'paused' ? 'resume' : 'again')}
          </Button>
        )}
        {kind === 'complete' && file.error !== undefined && (
          <Button size="s" variant="quiet" onPress={() => void desk.finish(file)}>
            {t('again')}
          </Button>
        )}
      </p>
    </li>
  );
});
