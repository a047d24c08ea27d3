import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { sentenceOf } from '#core/kernel';
import { grants, type Upload } from '#core/protocol';
import {
  Button,
  EmptyState,
  ErrorPanel,
  FileButton,
  FileDrop,
  Icon,
  Skeleton,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { TOASTS } from '#core/toasts';
import { MODEL_DESK, MODEL_ENDINGS } from '../model/model-desk.ts';
import { ModelRow } from './ModelRow.tsx';
import { SendingRow } from './SendingRow.tsx';
import './models.css';

interface ModelListProps {
  projectId: string;
  /** There is a map on which outlines can be shown. */
  isBesideMap?: boolean;
}

/** Files on their way, and the models of a project. */
export const ModelList = observer(function ModelList({ projectId, isBesideMap = false }: ModelListProps) {
  const t = useTranslate('bim-models');
  const desk = useService(MODEL_DESK);
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  useEffect(() => void desk.open(projectId), [desk, projectId]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => desk.isSending && event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [desk]);
  const mayWrite = grants(me?.authorizations ?? [], 'bim.write');
  const files = desk.files.filter(({ sending }) => sending.projectId === projectId);
  const { state, models } = desk;
  const unfinished = mayWrite ? desk.unfinished : [];
  return (
    <div className="models">
      {desk.error !== undefined && (
        <ErrorPanel title={t('failed')} error={new Error(desk.error)} onRetry={() => void desk.reload()} />
      )}
      {state === 'loading' && <Skeleton height={72} />}
      {(files.length > 0 || unfinished.length > 0) && (
        <ul className="models-list" aria-label={t('files')}>
          {files.map((file) => (
            <SendingRow key={file.sending.name} file={file} />
          ))}
          {unfinished.map((upload) => (
            <Unfinished key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
      {models.length > 0 && (
        <ul className="models-list" aria-label={t('title')}>
          {models.map((model) => (
            <ModelRow key={model.id} model={model} mayWrite={mayWrite} isBesideMap={isBesideMap} />
          ))}
        </ul>
      )}
      {state === 'ready' && models.length + files.length + unfinished.length === 0 && (
        <EmptyState icon={<Icon name="upload" />} title={t('empty')}>
          {mayWrite && t('empty.help')}
        </EmptyState>
      )}
      {mayWrite && (
        <FileDrop
          label={t('drop')}
          accept={MODEL_ENDINGS}
          multiple
          onFiles={(dropped) => {
            for (const file of dropped) desk.add(projectId, file);
          }}
        />
      )}
    </div>
  );
});

/** An upload of an earlier visit: the same file continues it. */
function Unfinished({ upload }: { upload: Upload }) {
  const t = useTranslate('bim-models');
  const desk = useService(MODEL_DESK);
  const toasts = useService(TOASTS);
  const isSent = upload.state === 'complete' || upload.state === 'checking';
  const discard = () =>
    desk.discard(upload).catch((failure: unknown) => toasts.show('error', sentenceOf(failure)));
  return (
    <li className="models-row">
      <div className="models-head">
        <span className="models-name">{upload.name}</span>
      </div>
      <p className="g-muted">{upload.error ?? t(isSent ? 'unfinished.sent' : 'unfinished.help')}</p>
      <p className="models-facts">
        {isSent ? (
          <Button size="s" onPress={() => desk.addSent(upload)}>
            {t('unfinished.add')}
          </Button>
        ) : (
          <FileButton size="s" accept={MODEL_ENDINGS} onFile={(file) => desk.add(upload.projectId, file)}>
            {t('unfinished.choose')}
          </FileButton>
        )}
        <Button size="s" variant="quiet" onPress={() => void discard()}>
          {t('unfinished.discard')}
        </Button>
      </p>
    </li>
  );
}
