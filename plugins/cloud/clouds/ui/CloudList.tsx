import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { grants } from '#core/protocol';
import {
  Button,
  EmptyState,
  ErrorPanel,
  FileDrop,
  Icon,
  Skeleton,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { CLOUD_DESK } from '../model/cloud-desk.ts';
import { CLOUD_ENDINGS } from '../model/formats.ts';
import { CloudRow } from './CloudRow.tsx';
import { DraftRow } from './DraftRow.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { UnfinishedRow } from './UnfinishedRow.tsx';
import './clouds.css';

interface CloudListProps {
  projectId: string;
  surveyId?: string | undefined;
}

/** Files on their way, and the point clouds of a project or of one survey. */
export const CloudList = observer(function CloudList({ projectId, surveyId }: CloudListProps) {
  const t = useTranslate('clouds');
  const desk = useService(CLOUD_DESK);
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  useEffect(() => void desk.open(projectId, surveyId), [desk, projectId, surveyId]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => desk.isSending && event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [desk]);
  const [isImporting, setImporting] = useState(false);
  const mayWrite = grants(me?.authorizations ?? [], 'pointcloud.write');
  const drafts = desk.drafts.filter(({ sending }) => sending.projectId === projectId);
  const { state, clouds, unfinished } = desk;
  const isEmpty = state === 'ready' && clouds.length + drafts.length + unfinished.length === 0;
  return (
    <div className="clouds">
      {desk.error !== undefined && (
        <ErrorPanel title={t('failed')} error={new Error(desk.error)} onRetry={() => void desk.reload()} />
      )}
      {state === 'loading' && <Skeleton height={72} />}
      {(drafts.length > 0 || (mayWrite && unfinished.length > 0)) && (
        <ul className="clouds-list" aria-label={t('drafts')}>
          {drafts.map((draft) => (
            <DraftRow key={draft.key} draft={draft} />
          ))}
          {mayWrite && unfinished.map((upload) => <UnfinishedRow key={upload.id} upload={upload} />)}
        </ul>
      )}
      {clouds.length > 0 && (
        <ul className="clouds-list" aria-label={t('title')}>
          {clouds.map((cloud) => (
            <CloudRow key={cloud.id} cloud={cloud} mayWrite={mayWrite} />
          ))}
        </ul>
      )}
      {isEmpty && (
        <EmptyState icon={<Icon name="upload" />} title={t('empty')}>
          {mayWrite && t('empty.help')}
        </EmptyState>
      )}
      {mayWrite && (
        <FileDrop
          label={t('drop')}
          accept={CLOUD_ENDINGS}
          multiple
          onFiles={(files) => {
            for (const file of files) desk.add(projectId, file);
          }}
        />
      )}
      {mayWrite && me?.superAdministrator === true && (
        <Button onPress={() => setImporting(true)}>{t('import')}</Button>
      )}
      {isImporting && <ImportDialog projectId={projectId} onClose={() => setImporting(false)} />}
    </div>
  );
});
