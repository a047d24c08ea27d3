import { useState } from 'react';
import type { FileRecord } from '#core/protocol';
import { Button, DateField, Dialog, Switch, TextField, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { tagsIn, type ManyChange, type ManyChanged } from '../model/change-many.ts';
import { DOCUMENT_LIST } from '../model/document-list.ts';

/** Folder, tags and expiry of several files at once. */
export function ChangeFiles({ files, onClose }: { files: readonly FileRecord[]; onClose: () => void }) {
  const t = useTranslate('documents');
  const list = useService(DOCUMENT_LIST);
  const toasts = useService(TOASTS);
  const [isFiled, setFiled] = useState(false);
  const [folder, setFolder] = useState(files[0]?.folder ?? '');
  const [added, setAdded] = useState('');
  const [removed, setRemoved] = useState('');
  const [isDated, setDated] = useState(false);
  const [expiresOn, setExpiresOn] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [outcome, setOutcome] = useState<ManyChanged>();
  const known = [...new Set(files.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b));
  const many: ManyChange = {
    ...(isFiled && { folder: folder.trim() }),
    addTags: tagsIn(added),
    removeTags: tagsIn(removed),
    ...(isDated && { expiresOn }),
  };
  const isEmpty = !isFiled && !isDated && tagsIn(added).length + tagsIn(removed).length === 0;
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
        <Switch isSelected={isFiled} onChange={setFiled}>
          {t('many.folder')}
        </Switch>
        {isFiled && (
          <TextField
            label={t('folder')}
            description={t('folder.help')}
            value={folder}
            onChange={setFolder}
            maxLength={200}
          />
        )}
        <TextField
          label={t('many.add-tags')}
          description={t('tags.help')}
          value={added}
          onChange={setAdded}
          maxLength={1000}
        />
        <TextField
          label={t('many.remove-tags')}
          description={known.length > 0 ? t('many.known', { tags: known.join('; ') }) : t('many.known.none')}
          value={removed}
          onChange={setRemoved}
          maxLength={1000}
        />
        <Switch isSelected={isDated} onChange={setDated}>
          {t('many.expiry')}
        </Switch>
        {isDated && (
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
              {outcome.failed.map(({ name, reason }) => (
                <li key={name}>
                  {name}: {reason}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Dialog>
  );
}
