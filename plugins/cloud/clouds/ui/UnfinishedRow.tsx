import { useState } from 'react';
import type { Upload } from '#core/protocol';
import {
  AlertDialog,
  Button,
  FileButton,
  Icon,
  IconButton,
  ProgressBar,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { CLOUD_DESK } from '../model/cloud-desk.ts';
import { CLOUD_ENDINGS } from '../model/formats.ts';
import { useSizes } from './useSizes.ts';

/** An upload of an earlier visit: the same file continues it. */
export function UnfinishedRow({ upload }: { upload: Upload }) {
  const t = useTranslate('clouds');
  const i18n = useI18n();
  const desk = useService(CLOUD_DESK);
  const { size } = useSizes();
  const [asking, setAsking] = useState(false);
  const { name, received, bytes, expiresAt, error, state } = upload;
  const isSent = state === 'complete' || state === 'checking';
  return (
    <li className="clouds-row">
      <div className="clouds-head">
        <span className="clouds-name">{name}</span>
        <IconButton
          size="s"
          label={t('unfinished.discard', { name })}
          icon={<Icon name="trash" />}
          onPress={() => setAsking(true)}
        />
      </div>
      {!isSent && (
        <>
          <ProgressBar label={t('transfer.paused')} value={received / bytes} />
          <p className="clouds-facts g-muted g-figures">
            {t('transfer.sent', { sent: size(received), bytes: size(bytes) })}
          </p>
        </>
      )}
      <p className="g-muted">
        {error ??
          t(isSent ? 'unfinished.sent' : 'unfinished.help', {
            name,
            until: i18n.date(expiresAt, { dateStyle: 'medium' }),
          })}
      </p>
      {isSent ? (
        <Button size="s" onPress={() => desk.addSent(upload)}>
          {t('decide')}
        </Button>
      ) : (
        <FileButton size="s" accept={CLOUD_ENDINGS} onFile={(file) => desk.add(upload.projectId, file)}>
          {t('unfinished.choose')}
        </FileButton>
      )}
      <AlertDialog
        title={t('unfinished.discard', { name })}
        isOpen={asking}
        action={t('unfinished.discard.action')}
        onAction={() => desk.discard(upload)}
        onClose={() => setAsking(false)}
      >
        {t('unfinished.discard.text', { size: size(received) })}
      </AlertDialog>
    </li>
  );
}
