import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Icon, IconButton, Select, useI18n, useService, useTranslate } from '#core/react';
import { DOCUMENT_LIST } from '../model/document-list.ts';
import { FOLDER_LIST } from '../model/folder-list.ts';
import { FoldersDialog } from './FoldersDialog.tsx';

const ALL = '';
/** What a screen reader leaves out, and a list keeps. */
const INDENT = '\u2003';

/** The folder whose files are listed, with those below it; what is added goes there. */
export const FolderChoice = observer(function FolderChoice({
  projectId,
  mayWrite,
}: {
  projectId: string;
  mayWrite: boolean;
}) {
  const t = useTranslate('documents');
  const i18n = useI18n();
  const list = useService(DOCUMENT_LIST);
  const folders = useService(FOLDER_LIST);
  const [isEditing, setEditing] = useState(false);
  const { files } = list;
  // Anew when files have come, gone or been filed elsewhere.
  useEffect(() => void folders.open(projectId), [folders, projectId, files]);
  if (folders.folders.length === 0 && !mayWrite) return null;
  return (
    <div className="doc-folder">
      <Select
        label={t('folder')}
        hideLabel
        value={list.filter.folder}
        onChange={(folder) => void list.narrow({ folder })}
        options={[
          { value: ALL, title: t('folder.all') },
          ...folders.folders.map(({ folder, count }) => {
            const names = folder.split('/');
            return {
              value: folder,
              title: `${INDENT.repeat(names.length - 1)}${names.at(-1)} (${i18n.number(count)})`,
            };
          }),
        ]}
      />
      {mayWrite && (
        <IconButton
          label={t('folders.edit')}
          icon={<Icon name="folder" />}
          onPress={() => setEditing(true)}
        />
      )}
      {isEditing && <FoldersDialog onClose={() => setEditing(false)} />}
    </div>
  );
});
