import type { FileRecord } from '#core/protocol';
import { AlertDialog, useService, useTranslate } from '#core/react';
import { DOCUMENT_LIST } from '../model/document-list.ts';

interface DeleteFilesProps {
  files: readonly FileRecord[];
  onClose: () => void;
  /** Deletes them in another way. */
  remove?: () => Promise<void>;
}

/** Says what goes before files are deleted. */
export function DeleteFiles({ files, onClose, remove }: DeleteFilesProps) {
  const t = useTranslate('documents');
  const list = useService(DOCUMENT_LIST);
  const [first] = files;
  return (
    <AlertDialog
      isOpen={first !== undefined}
      title={t('delete.title', { count: files.length, name: first?.name })}
      action={t('delete.action')}
      onAction={() => (remove ? remove() : list.remove(files))}
      onClose={onClose}
    >
      <p>{t('delete.text', { count: files.length })}</p>
    </AlertDialog>
  );
}
