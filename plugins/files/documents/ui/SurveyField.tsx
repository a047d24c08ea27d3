import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { sentenceOf } from '#core/kernel';
import type { FileRecord } from '#core/protocol';
import { Select, useService, useTranslate } from '#core/react';
import { OPENED_FILE } from '../model/opened-file.ts';
import { PHOTO_LIST } from '../model/photo-list.ts';

const NONE = '';

/** The survey in which a photo was taken; nothing where the project has none. */
export const SurveyField = observer(function SurveyField({ file, mayWrite }: SurveyFieldProps) {
  const t = useTranslate('documents');
  const opened = useService(OPENED_FILE);
  const photos = useService(PHOTO_LIST);
  const [error, setError] = useState<string>();
  const { projectId } = file;
  useEffect(() => {
    if (photos.projectId !== projectId) void photos.open(projectId);
  }, [photos, projectId]);
  if (photos.surveys.size === 0) return null;
  const choose = async (id: string) => {
    setError(undefined);
    try {
      await opened.change({ surveyid: id === NONE ? null : id });
    } catch (failure) {
      setError(sentenceOf(failure));
    }
  };
  return (
    <Select
      label={t('photos.survey')}
      error={error}
      options={[
        { value: NONE, title: t('photos.no-survey') },
        ...[...photos.surveys].map(([value, title]) => ({ value, title })),
      ]}
      value={file.surveyId ?? NONE}
      onChange={(id) => void choose(id)}
      isDisabled={!mayWrite}
    />
  );
});

interface SurveyFieldProps {
  file: FileRecord;
  mayWrite: boolean;
}
