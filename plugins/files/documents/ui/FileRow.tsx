import { observer } from 'mobx-react-lite';
import { sentenceOf } from '#core/kernel';
import type { FileRecord } from '#core/protocol';
import {
  Badge,
  Checkbox,
  Icon,
  IconButton,
  Menu,
  saveFile,
  useI18n,
  useService,
  useTranslate,
} from '#core/react';
import { TOASTS } from '#core/toasts';
import { DOCUMENT_LIST } from '../model/document-list.ts';
import { Thumbnail } from './Thumbnail.tsx';
import { useSizes } from './useSizes.ts';

interface FileRowProps {
  file: FileRecord;
  mayWrite: boolean;
  onOpen: () => void;
  onDelete: () => void;
}

/** A file in the list: its picture, name and facts. */
export const FileRow = observer(function FileRow({ file, mayWrite, onOpen, onDelete }: FileRowProps) {
  const t = useTranslate('documents');
  const i18n = useI18n();
  const size = useSizes();
  const list = useService(DOCUMENT_LIST);
  const toasts = useService(TOASTS);
  const { id, name, bytes, folder, tags, expiresOn, photo, preview, version, createdBy, createdAt } = file;
  const download = () =>
    list.content(file).then(
      (content) => saveFile(content, name),
      (failure: unknown) => toasts.show('error', sentenceOf(failure)),
    );
  return (
    <li className="doc-row">
      <Checkbox
        aria-label={t('select', { name })}
        isSelected={list.selected.has(id)}
        onChange={(isSelected) => list.toggle(id, isSelected)}
      />
      <button type="button" className="doc-open" onClick={onOpen}>
        <span className="doc-thumb">
          {preview ? (
            <Thumbnail id={id} version={version} icon={photo ? 'image' : 'file'} />
          ) : (
            <Icon name="file" />
          )}
        </span>
        <span className="doc-about">
          <span className="doc-name">{name}</span>
          <span className="doc-facts g-muted g-figures">
            <span>{size(bytes)}</span>
            <span>{i18n.date(createdAt, { dateStyle: 'medium' })}</span>
            <span>{createdBy}</span>
          </span>
          {(folder !== '' || tags.length > 0 || expiresOn !== null) && (
            <span className="doc-facts">
              {folder !== '' && <span className="g-muted">{folder}</span>}
              {tags.map((tag) => (
                <Badge key={tag}>{tag}</Badge>
              ))}
              {expiresOn !== null && <Expiry on={expiresOn} />}
            </span>
          )}
        </span>
      </button>
      <Menu
        label={t('actions', { name })}
        trigger={<IconButton size="s" label={t('actions', { name })} icon={<Icon name="more" />} />}
        entries={[
          { id: 'open', title: t('open'), onAction: onOpen },
          { id: 'download', title: t('download'), onAction: () => void download() },
          ...(mayWrite
            ? (['separator', { id: 'delete', title: t('delete'), danger: true, onAction: onDelete }] as const)
            : []),
        ]}
      />
    </li>
  );
});

/** Until when a file is valid; the word says whether that has passed. */
export function Expiry({ on }: { on: string }) {
  const t = useTranslate('documents');
  const i18n = useI18n();
  const isOver = on < today();
  const date = i18n.date(on, { dateStyle: 'medium' });
  return <Badge kind={isOver ? 'danger' : 'neutral'}>{t(isOver ? 'expired' : 'expires', { date })}</Badge>;
}

/** By the person's clock. */
function today(): string {
  const now = new Date();
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
