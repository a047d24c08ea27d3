import { observer } from 'mobx-react-lite';
import { Icon, IconButton, Menu, TextField, useService, useTranslate } from '#core/react';
import { FOLDER_LIST } from '../model/folder-list.ts';

interface FieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** The folder of files: typed, or one that is there. */
export const FolderField = observer(function FolderField({ value, onChange }: FieldProps) {
  const t = useTranslate('documents');
  const { folders } = useService(FOLDER_LIST);
  return (
    <div className="doc-folder">
      <TextField
        label={t('folder')}
        description={t('folder.help')}
        maxLength={200}
        value={value}
        onChange={onChange}
      />
      {folders.length > 0 && (
        <Menu
          label={t('folder.choose')}
          trigger={<IconButton label={t('folder.choose')} icon={<Icon name="folder" />} />}
          entries={folders.map(({ folder }) => ({
            id: folder,
            title: folder,
            onAction: () => onChange(folder),
          }))}
        />
      )}
    </div>
  );
});

/** Tags of files, with semicolons between them. */
export function TagsField(props: FieldProps & { label?: string; description?: string }) {
  const t = useTranslate('documents');
  return <TextField label={t('tags')} description={t('tags.help')} maxLength={1000} {...props} />;
}
