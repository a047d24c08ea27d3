import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import type { FileRecord } from '#core/protocol';
import { Button, DateField, TextField, useObservable, useService, useTranslate } from '#core/react';
import { SELECTION } from '#plugins/work/selection/api';
import { OPENED_FILE } from '../model/opened-file.ts';
import { FolderField, TagsField } from './fields.tsx';

/** Name, folder, tags, expiry of a file, and the object it belongs to. */
export function FileForm({ file }: { file: FileRecord }) {
  const t = useTranslate('documents');
  const opened = useService(OPENED_FILE);
  const selection = useService(SELECTION);
  const ids = useObservable(selection.ids$, selection.ids);
  const [name, setName] = useState(file.name);
  const [folder, setFolder] = useState(file.folder);
  const [tags, setTags] = useState(file.tags.join('; '));
  const [expiresOn, setExpiresOn] = useState(file.expiresOn);
  const [error, setError] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const isChanged =
    name.trim() !== file.name ||
    folder.trim() !== file.folder ||
    tags !== file.tags.join('; ') ||
    expiresOn !== file.expiresOn;
  const save = async (change: Parameters<typeof opened.change>[0]) => {
    setSaving(true);
    setError(undefined);
    try {
      await opened.change(change);
    } catch (failure) {
      setError(sentenceOf(failure));
    } finally {
      setSaving(false);
    }
  };
  const only = ids.length === 1 ? ids[0] : undefined;
  return (
    <form
      className="doc-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save({ name: name.trim(), folder, tags, expiresOn });
      }}
    >
      <TextField label={t('name')} value={name} onChange={setName} isRequired maxLength={255} />
      <FolderField value={folder} onChange={setFolder} />
      <TagsField value={tags} onChange={setTags} />
      <DateField
        label={t('expiry')}
        description={t('expiry.help')}
        value={expiresOn}
        onChange={(next) => setExpiresOn(next)}
      />
      {error !== undefined && (
        <p className="g-error" role="alert">
          {error}
        </p>
      )}
      <div className="doc-buttons">
        <Button
          type="submit"
          variant="primary"
          isDisabled={!isChanged || name.trim() === ''}
          isPending={isSaving}
        >
          {t('save')}
        </Button>
        {file.geometryId === null ? (
          only !== undefined && (
            <Button onPress={() => void save({ geometryid: only })}>{t('move.object')}</Button>
          )
        ) : (
          <Button onPress={() => void save({ geometryid: null })}>{t('move.project')}</Button>
        )}
      </div>
    </form>
  );
}
