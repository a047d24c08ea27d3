import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Button, Icon, IconButton, ProgressBar, useService, useTranslate } from '#core/react';
import { SURVEY_DESK, type SurveyFile } from '../model/survey-desk.ts';
import { ColumnsDialog } from './ColumnsDialog.tsx';

/** A file on its way into a survey; or why it was refused, and what can be done. */
export const FileRow = observer(function FileRow({ file }: { file: SurveyFile }) {
  const t = useTranslate('surveys');
  const desk = useService(SURVEY_DESK);
  const [isAsking, setAsking] = useState(false);
  const { name, transfer, sending, part, kind, wantsColumns } = file;
  const error = file.error ?? transfer?.error;
  const state = transfer?.kind ?? (kind === 'track' ? 'sending' : 'waiting');
  const sent = transfer ? transfer.sent / Math.max(1, transfer.bytes) : part;
  return (
    <li className="surveys-track">
      <div className="surveys-head">
        <span className="surveys-name">{name}</span>
        <IconButton
          size="s"
          label={t('forget', { name })}
          icon={<Icon name="close" />}
          onPress={() => desk.forget(file)}
        />
      </div>
      {error === undefined ? (
        <ProgressBar label={t(`transfer.${state}`)} value={sent < 1 ? sent : undefined} />
      ) : (
        <p className="g-error" role="alert">
          {error}
        </p>
      )}
      {sending && (state === 'lost' || state === 'failed') && (
        <Button size="s" onPress={() => void sending.resume()}>
          {t('retry')}
        </Button>
      )}
      {error !== undefined && kind === 'track' && (
        <Button size="s" onPress={() => desk.readAgain(file)}>
          {t('retry')}
        </Button>
      )}
      {error !== undefined && kind === 'panorama' && state === 'complete' && (
        <div className="surveys-actions">
          <Button size="s" onPress={() => desk.asPhoto(file)}>
            {t('as-photo')}
          </Button>
          <Button size="s" onPress={() => desk.asCube(file)}>
            {t('as-cube')}
          </Button>
        </div>
      )}
      {wantsColumns && (
        <Button size="s" onPress={() => setAsking(true)}>
          {t('columns')}
        </Button>
      )}
      {isAsking && <ColumnsDialog file={file} onClose={() => setAsking(false)} />}
    </li>
  );
});
