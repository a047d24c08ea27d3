import { observer } from 'mobx-react-lite';
import { Button, Icon, IconButton, ProgressBar, useService, useTranslate } from '#core/react';
import { SENDINGS, type SentDocument } from '../model/sendings.ts';
import { useSizes } from './useSizes.ts';

/** A file on its way: how far it is, or why it was refused. */
export const SendingRow = observer(function SendingRow({ one }: { one: SentDocument }) {
  const t = useTranslate('documents');
  const size = useSizes();
  const sendings = useService(SENDINGS);
  const { file, state, part, error, sending } = one;
  return (
    <li className="doc-sending">
      <div className="doc-sending-head">
        <span className="doc-name">{file.name}</span>
        <span className="g-muted g-figures">{size(file.size)}</span>
        {state === 'sending' && sending && (
          <Button size="s" variant="quiet" onPress={() => void sending.pause()}>
            {t('pause')}
          </Button>
        )}
        {(state === 'paused' || state === 'lost') && sending && (
          <Button size="s" variant="quiet" onPress={() => void sending.resume()}>
            {t('resume')}
          </Button>
        )}
        {state === 'failed' && (
          <Button size="s" variant="quiet" onPress={() => sendings.retry(one)}>
            {t('again')}
          </Button>
        )}
        <IconButton
          size="s"
          label={t('cancel', { name: file.name })}
          icon={<Icon name="close" />}
          onPress={() => void sendings.cancel(one)}
        />
      </div>
      {error === undefined ? (
        <ProgressBar label={t(`state.${state}`)} value={state === 'waiting' ? 0 : part} />
      ) : (
        <p className="g-error" role="alert">
          {error}
        </p>
      )}
    </li>
  );
});
