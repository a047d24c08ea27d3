import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { sentenceOf } from '#core/kernel';
import { grants, type PhotoRow } from '#core/protocol';
import { PROJECTS } from '#core/project';
import {
  Button,
  Contributed,
  Dialog,
  ErrorPanel,
  Icon,
  IconButton,
  saveFile,
  Skeleton,
  Tabs,
  useContributions,
  useObservable,
  useService,
  useTranslate,
} from '#core/react';
import { SESSION } from '#core/session';
import { TOASTS } from '#core/toasts';
import { DOCUMENT_LIST } from '../model/document-list.ts';
import { OPENED_FILE } from '../model/opened-file.ts';
import { BeforeAfter } from './BeforeAfter.tsx';
import { MarkedPhoto } from './markup/MarkedPhoto.tsx';
import { BlurEditor } from './BlurEditor.tsx';
import { DeleteFiles } from './DeleteFiles.tsx';
import { FileFacts } from './FileFacts.tsx';
import { FileForm } from './FileForm.tsx';
import { PoseForm } from './PoseForm.tsx';
import { OtherPhoto } from './OtherPhoto.tsx';
import { Preview } from './Preview.tsx';
import { Versions } from './Versions.tsx';
import './documents.css';

/** The clicked image or document: it starts, then opens with success, or says why it failed. */
export default observer(function FileDialog() {
  const t = useTranslate('documents');
  const opened = useService(OPENED_FILE);
  const list = useService(DOCUMENT_LIST);
  const session = useService(SESSION);
  const projects = useService(PROJECTS);
  const toasts = useService(TOASTS);
  const me = useObservable(session.me$, session.me);
  const parts = useContributions('fileParts');
  const [isLeaving, setLeaving] = useState(false);
  /** The content that is being marked. */
  const [marked, setMarked] = useState<string>();
  /** The photo that the opened one is compared with. */
  const [compared, setCompared] = useState<{ with: PhotoRow; of: string }>();
  const { state, file } = opened;
  useEffect(() => {
    const turn = (event: KeyboardEvent) => {
      if ((event.target as Element).closest('input, textarea, [role=tab], [role=slider], [role=textbox]'))
        return;
      if (event.key === 'ArrowRight') opened.go(1);
      if (event.key === 'ArrowLeft') opened.go(-1);
    };
    window.addEventListener('keydown', turn);
    return () => window.removeEventListener('keydown', turn);
  }, [opened]);
  const isArchived = projects.current?.project.archived === true;
  const mayWrite = grants(me?.authorizations ?? [], 'files.write') && !isArchived;
  const isMarking = file !== undefined && marked === file.sha256;
  const seesOriginals = grants(me?.authorizations ?? [], 'files.original');
  const save = (reading: Promise<Blob>) =>
    reading.then(
      (content) => saveFile(content, file!.name),
      (failure: unknown) => toasts.show('error', sentenceOf(failure)),
    );
  const turning = (['previous', 'next'] as const).map((way) => {
    const step = way === 'next' ? 1 : -1;
    return (
      <IconButton
        key={way}
        label={t(way)}
        icon={<Icon name={way === 'next' ? 'chevron-right' : 'chevron-left'} />}
        disabledReason={opened.neighbour(step) === undefined ? t('no-more') : undefined}
        onPress={() => opened.go(step)}
      />
    );
  });
  return (
    <Dialog
      title={file?.name ?? t('opening')}
      isOpen
      size="full"
      keepOpen
      className="doc-dialog"
      onClose={() => opened.close()}
      footer={
        <>
          {opened.among.length > 1 && turning}
          <span className="doc-space" />
          {file && mayWrite && (
            <Button variant="danger-outline" onPress={() => setLeaving(true)}>
              {t('delete')}
            </Button>
          )}
          {file?.photo && mayWrite && (
            <Button isDisabled={isMarking} onPress={() => setMarked(file.sha256)}>
              {t('blur')}
            </Button>
          )}
          {file && file.blurred > 0 && seesOriginals && (
            <Button onPress={() => void save(list.original(file))}>{t('download.original')}</Button>
          )}
          {file && (
            <Button icon={<Icon name="download" />} onPress={() => void save(list.content(file))}>
              {t('download')}
            </Button>
          )}
        </>
      }
    >
      {state === 'start' && <Skeleton height={320} />}
      {state === 'fail' && (
        <ErrorPanel
          title={t('open.failed')}
          error={new Error(opened.error)}
          onRetry={() => void opened.reload()}
        />
      )}
      {state === 'success' && !file && (
        <ErrorPanel title={t('open.failed')} error={new Error(t('open.gone'))} />
      )}
      {state === 'success' && file && (
        <div className="doc-opened">
          <div className="doc-preview">
            {isMarking ? (
              <BlurEditor
                key={file.id}
                file={file}
                mayUncover={seesOriginals}
                onClose={() => setMarked(undefined)}
              />
            ) : file && compared?.of === file.id ? (
              <BeforeAfter before={file} after={compared.with} onClose={() => setCompared(undefined)} />
            ) : file.photo ? (
              <MarkedPhoto key={`${file.id} ${file.sha256}`} file={file} mayWrite={mayWrite} />
            ) : (
              <Preview key={`${file.id} ${file.sha256}`} file={file} />
            )}
          </div>
          <div className="doc-side">
            <Tabs
              key={file.id}
              label={t('about')}
              tabs={[
                {
                  id: 'file',
                  title: t('tab.file'),
                  content: (
                    <>
                      {mayWrite && <FileForm key={file.version} file={file} />}
                      <FileFacts file={file} />
                      {parts.map((part) => (
                        <Contributed
                          key={part.id}
                          contribution={part}
                          props={{ fileId: file.id, projectId: file.projectId }}
                        />
                      ))}
                    </>
                  ),
                },
                ...(file.photo
                  ? [
                      {
                        id: 'pose',
                        title: t('tab.pose'),
                        content: <PoseForm key={file.version} file={file} mayWrite={mayWrite} />,
                      },
                      {
                        id: 'compare',
                        title: t('tab.both'),
                        content: (
                          <OtherPhoto
                            file={file}
                            value={compared?.of === file.id ? compared.with.id : undefined}
                            onChange={(photo) => setCompared({ with: photo, of: file.id })}
                          />
                        ),
                      },
                    ]
                  : []),
                {
                  id: 'versions',
                  title: t('tab.versions', { count: opened.versions.length }),
                  content: <Versions file={file} versions={opened.versions} mayWrite={mayWrite} />,
                },
              ]}
            />
          </div>
        </div>
      )}
      <DeleteFiles
        files={isLeaving && file ? [file] : []}
        onClose={() => setLeaving(false)}
        remove={() => opened.remove()}
      />
    </Dialog>
  );
});
