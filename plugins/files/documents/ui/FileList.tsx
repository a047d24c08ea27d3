import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { FileRecord } from '#core/protocol';
import {
  Button,
  EmptyState,
  ErrorPanel,
  FileButton,
  FileDrop,
  Icon,
  SearchField,
  Select,
  Skeleton,
  useI18n,
  useService,
  useTouch,
  useTranslate,
} from '#core/react';
import { DOCUMENT_LIST, type FileFilter } from '../model/document-list.ts';
import { OPENED_FILE } from '../model/opened-file.ts';
import { SENDINGS } from '../model/sendings.ts';
import { DeleteFiles } from './DeleteFiles.tsx';
import { FileRow } from './FileRow.tsx';
import { FolderChoice } from './FolderChoice.tsx';
import { SelectedFiles } from './SelectedFiles.tsx';
import SendingRows from './SendingRows.tsx';

interface FileListProps {
  projectId: string;
  geometryId: string | undefined;
  mayWrite: boolean;
}

/** Milliseconds after the last key until a search is sent. */
const PAUSE = 250;

/** Files on their way, and those that are there: searched, filtered and sorted by the server. */
export const FileList = observer(function FileList({ projectId, geometryId, mayWrite }: FileListProps) {
  const t = useTranslate('documents');
  const i18n = useI18n();
  const list = useService(DOCUMENT_LIST);
  const sendings = useService(SENDINGS);
  const opened = useService(OPENED_FILE);
  const isTouch = useTouch();
  const [search, setSearch] = useState(list.filter.search);
  const [leaving, setLeaving] = useState<readonly FileRecord[]>([]);
  useEffect(() => void list.open(projectId, geometryId), [list, projectId, geometryId]);
  useEffect(() => {
    if (search === list.filter.search) return undefined;
    const timer = setTimeout(() => void list.narrow({ search }), PAUSE);
    return () => clearTimeout(timer);
  }, [list, search]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => sendings.isSending && event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [sendings]);
  const { files, total, state, filter } = list;
  const add = (chosen: readonly File[]) =>
    sendings.add({ projectId, geometryId, folder: filter.folder || undefined }, chosen);
  const onTheirWay = sendings.files.filter(
    ({ of }) => of.projectId === projectId && of.geometryId === geometryId,
  );
  const isNarrowed = filter.search !== '' || filter.kind !== 'all' || filter.folder !== '';
  return (
    <>
      <FolderChoice projectId={projectId} mayWrite={mayWrite} />
      {mayWrite && (
        <FileDrop
          label={t(
            `drop.${geometryId === undefined ? 'project' : 'object'}${filter.folder ? '.folder' : ''}`,
            {
              folder: filter.folder,
            },
          )}
          multiple
          onFiles={add}
        >
          {isTouch && (
            <FileButton
              accept={['image/*']}
              camera
              icon={<Icon name="camera" />}
              onFile={(file) => add([file])}
            >
              {t('camera')}
            </FileButton>
          )}
        </FileDrop>
      )}
      {onTheirWay.length > 0 && (
        <ul className="doc-list" aria-label={t('sending')}>
          <SendingRows files={onTheirWay} />
        </ul>
      )}
      {(total > 0 || isNarrowed) && (
        <div className="doc-filter">
          <SearchField label={t('search')} value={search} onChange={setSearch} />
          <Select
            label={t('kind')}
            hideLabel
            options={(['all', 'photo', 'document'] as const).map((value) => ({
              value,
              title: t(`kind.${value}`),
            }))}
            value={filter.kind}
            onChange={(kind) => void list.narrow({ kind: kind as FileFilter['kind'] })}
          />
          <Select
            label={t('order')}
            hideLabel
            options={(['createdAt', 'name', 'folder', 'bytes'] as const).map((value) => ({
              value,
              title: t(`order.${value}`),
            }))}
            value={filter.orderby}
            onChange={(orderby) => void list.narrow({ orderby: orderby as FileFilter['orderby'] })}
          />
        </div>
      )}
      {files.length > 0 && <SelectedFiles mayWrite={mayWrite} onDelete={setLeaving} />}
      {list.error !== undefined && (
        <ErrorPanel title={t('failed')} error={new Error(list.error)} onRetry={() => void list.reload()} />
      )}
      {state === 'loading' && list.error === undefined && <Skeleton height={120} />}
      {files.length > 0 && (
        <ul className="doc-list" aria-label={t('title')}>
          {files.map((file) => (
            <FileRow
              key={file.id}
              file={file}
              mayWrite={mayWrite}
              onOpen={() =>
                opened.open(
                  file.id,
                  projectId,
                  files.map(({ id }) => id),
                )
              }
              onDelete={() => setLeaving([file])}
            />
          ))}
        </ul>
      )}
      {files.length < total && (
        <Button onPress={() => void list.more()}>
          {t('more', { shown: i18n.number(files.length), total: i18n.number(total) })}
        </Button>
      )}
      {state === 'ready' && files.length === 0 && onTheirWay.length === 0 && (
        <EmptyState icon={<Icon name="file" />} title={t(isNarrowed ? 'empty.narrowed' : 'empty')}>
          {!isNarrowed && mayWrite && t(geometryId === undefined ? 'empty.help' : 'empty.help.object')}
        </EmptyState>
      )}
      <DeleteFiles files={leaving} onClose={() => setLeaving([])} />
    </>
  );
});
