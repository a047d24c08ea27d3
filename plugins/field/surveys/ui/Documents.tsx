import { observer } from 'mobx-react-lite';
import type { FileRecord, Survey } from '#core/protocol';
import { Button, useService, useTranslate } from '#core/react';
import { FILE_OPENER } from '#plugins/files/documents/api';
import { SURVEY_DESK } from '../model/survey-desk.ts';

/** The photos and documents of a survey: from what the place of each is known. */
export const Documents = observer(function Documents({ survey, onMap }: { survey: Survey; onMap: boolean }) {
  const t = useTranslate('surveys');
  const desk = useService(SURVEY_DESK);
  const opener = useService(FILE_OPENER);
  const files = desk.documents.get(survey.id) ?? [];
  return (
    <ul className="surveys-list" aria-label={t('documents', { count: files.length })}>
      {files.map((file) => (
        <li key={file.id} className="surveys-track">
          {onMap ? (
            <Button size="s" variant="quiet" onPress={() => opener.open(file.id, survey.projectId)}>
              {file.name}
            </Button>
          ) : (
            <span className="surveys-name">{file.name}</span>
          )}
          {file.pose && (
            <p className={file.pose.position ? 'g-muted' : 'g-error'}>
              {t(`photo-placed.${placeOf(file.pose)}`)}
              {file.pose.position && file.pose.heading === null && ` ${t('no-heading')}`}
            </p>
          )}
        </li>
      ))}
      {files.length < survey.fileCount && (
        <li className="g-muted">{t('documents.more', { count: survey.fileCount - files.length })}</li>
      )}
    </ul>
  );
});

function placeOf({ position, by }: NonNullable<FileRecord['pose']>): 'none' | 'photo' | 'person' | 'track' {
  return position === null ? 'none' : by;
}
