import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { allows } from '#core/access';
import {
  Button,
  EmptyState,
  ErrorPanel,
  FileDrop,
  Icon,
  Skeleton,
  useService,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { GIVEN_FILES } from '../model/given-files.ts';
import { SURVEY_DESK } from '../model/survey-desk.ts';
import AddDialog from './AddDialog.tsx';
import { SurveyDialog } from './SurveyDialog.tsx';
import { SurveyRow } from './SurveyRow.tsx';
import './surveys.css';

/** The surveys of a project, and a button for a new one. */
export const SurveyList = observer(function SurveyList({
  projectId,
  onMap = false,
}: {
  projectId: string;
  /** Beside the map: tracks can be shown there. */
  onMap?: boolean;
}) {
  const t = useTranslate('surveys');
  const desk = useService(SURVEY_DESK);
  const { me } = useService(SESSION);
  const given = useService(GIVEN_FILES);
  const [isAdding, setAdding] = useState(false);
  const mayWrite = me !== undefined && allows(me, { needs: ['files.write'] });
  useEffect(() => void desk.open(projectId), [desk, projectId]);
  useEffect(() => {
    if (!desk.isSending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [desk.isSending]);
  const { state, surveys } = desk;
  const dropped = mayWrite && (
    <FileDrop label={t('drop.project')} multiple onFiles={(files) => void given.open(projectId, files)} />
  );
  const add = mayWrite && (
    <Button variant="primary" onPress={() => setAdding(true)}>
      {t('new')}
    </Button>
  );
  return (
    <div className="surveys">
      {desk.error !== undefined && (
        <ErrorPanel title={t('failed')} error={new Error(desk.error)} onRetry={() => void desk.reload()} />
      )}
      {state === 'loading' && <Skeleton height={72} />}
      {state === 'ready' && dropped}
      {surveys.length > 0 && (
        <ul className="surveys-list" aria-label={t('title')}>
          {surveys.map((survey) => (
            <SurveyRow key={survey.id} survey={survey} mayWrite={mayWrite} onMap={onMap} />
          ))}
        </ul>
      )}
      {state === 'ready' && surveys.length === 0 && (
        <EmptyState icon={<Icon name="line" />} title={t('empty')} action={add}>
          {mayWrite && t('empty.help')}
        </EmptyState>
      )}
      {state === 'ready' && surveys.length > 0 && add}
      {isAdding && <SurveyDialog onClose={() => setAdding(false)} />}
      {/* Beside a map it lies over that. */}
      {!onMap && given.isOpen && <AddDialog />}
    </div>
  );
});
