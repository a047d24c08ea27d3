import { useState } from 'react';
import type { FileRecord } from '#core/protocol';
import { Button, DateField, Dialog, Switch, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { tagsIn, type ManyChange, type ManyChanged } from '../model/change-many.ts';
import { DOCUMENT_LIST } from '../model/document-list.ts';
import { FolderField, TagsField } from './fields.tsx';

/** Folder, tags and expiry of several files at once. */
export function ChangeFiles({
  files: chosen,
  onClose,
}: {
  files: readonly FileRecord[];
  onClose: () => void;
}) {
  const t = useTranslate('documents');
  const list = useService(DOCUMENT_LIST);
  const toasts = useService(TOASTS);
  const [changesFolder, setChangesFolder] = useState(false);
  const [folder, setFolder] = useState(chosen[0]?.folder ?? '');
  const [added, setAdded] = useState('');
  const [removed, setRemoved] = useState('');
  const [changesExpiry, setChangesExpiry] = useState(false);
  const [expiresOn, setExpiresOn] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [outcome, setOutcome] = useState<ManyChanged>();
  // What has been changed is not sent again.
  const files = outcome?.failed.map(({ file }) => file) ?? chosen;
  const known = [...new Set(files.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b));
  const many: ManyChange = {
    ...(changesFolder && { folder: folder.trim() }),
    addTags: tagsIn(added),
    removeTags: tagsIn(removed),
    ...(changesExpiry && { expiresOn }),
  };
  const isEmpty = !changesFolder && !changesExpiry && tagsIn(added).length + tagsIn(removed).length === 0;
  const save = async () => {
    setSaving(true);
    const result = await list.changeMany(files, many);
    setSaving(false);
    if (result.failed.length > 0) return setOutcome(result);
    toasts.show('success', t('many.changed', { count: result.changed }));
    onClose();
  };
  return (
    <Dialog
      isOpen
      title={t('many.title', { count: files.length })}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('many.cancel')}</Button>
          <Button variant="primary" isDisabled={isEmpty} isPending={isSaving} onPress={() => void save()}>
            {t('many.save')}
          </Button>
        </>
      }
    >
      <div className="doc-form">
        <Switch isSelected={changesFolder} onChange={setChangesFolder}>
          {t('many.folder')}
        </Switch>
        {changesFolder && <FolderField value={folder} onChange={setFolder} />}
        <TagsField label={t('many.add-tags')} value={added} onChange={setAdded} />
        <TagsField
          label={t('many.remove-tags')}
          description={known.length > 0 ? t('many.known', { tags: known.join('; ') }) : t('many.known.none')}
          value={removed}
          onChange={setRemoved}
        />
        <Switch isSelected={changesExpiry} onChange={setChangesExpiry}>
          {t('many.expiry')}
        </Switch>
        {changesExpiry && (
          <DateField
            label={t('expiry')}
            description={t('many.expiry.help')}
            value={expiresOn}
            onChange={setExpiresOn}
          />
        )}
        {outcome && (
          <div role="alert">
            <p className="g-error">
              {t('many.failed', { changed: outcome.changed, count: outcome.failed.length })}
            </p>
            <ul>
              {outcome.failed.map(({ file, reason }) => (
                <li key={file.id}>
                  {file.name}: {reason}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Dialog>
  );
}
