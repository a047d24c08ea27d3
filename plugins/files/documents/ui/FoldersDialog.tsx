import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { sentenceOf } from '#core/kernel';
import {
  Button,
  Dialog,
  Form,
  Icon,
  IconButton,
  Select,
  TextField,
  useService,
  useTranslate,
} from '#core/react';
import { FOLDER_LIST } from '../model/folder-list.ts';

/** The folders of the project; made one by one or from a template, and saved as one. */
export const FoldersDialog = observer(function FoldersDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate('documents');
  const list = useService(FOLDER_LIST);
  const [template, setTemplate] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const attempt = async (work: () => Promise<void>) => {
    setError(undefined);
    try {
      await work();
    } catch (failure) {
      setError(sentenceOf(failure));
    }
  };
  useEffect(() => {
    list.readTemplates().catch((failure: unknown) => setError(sentenceOf(failure)));
  }, [list]);
  const chosen = list.templates.find(({ id }) => id === template);
  return (
    <Dialog
      isOpen
      title={t('folders.title')}
      onClose={onClose}
      footer={<Button onPress={onClose}>{t('folders.close')}</Button>}
    >
      <div className="doc-form">
        {error !== undefined && (
          <p className="g-error" role="alert">
            {error}
          </p>
        )}
        {list.folders.length === 0 ? (
          <p className="g-muted">{t('folders.none')}</p>
        ) : (
          <ul className="doc-list doc-folders" aria-label={t('folders.title')}>
            {list.folders.map(({ folder: path, count, kept }) => {
              const names = path.split('/');
              return (
                <li key={path} style={{ paddingInlineStart: (names.length - 1) * 20 }}>
                  <Icon name="folder" />
                  <span className="doc-name">{names.at(-1)}</span>
                  <span className="g-muted g-figures">{t('folders.files', { count })}</span>
                  {kept && count === 0 && (
                    <IconButton
                      size="s"
                      label={t('folders.remove', { folder: path })}
                      icon={<Icon name="delete" />}
                      onPress={() => void attempt(() => list.change({ remove: [path] }))}
                    />
                  )}
                </li>
              );
            })}
          </ul>
        )}
        <NameForm
          label={t('folders.new')}
          description={t('folders.new.help')}
          maxLength={200}
          submit={t('folders.add')}
          onSubmit={(folder) => list.change({ add: [folder] })}
        />
        {list.templates.length > 0 && (
          <div className="doc-folder">
            <Select
              label={t('folders.template')}
              description={chosen?.folders.join(', ')}
              placeholder={t('folders.template.choose')}
              value={template}
              onChange={setTemplate}
              options={list.templates.map(({ id, name: title }) => ({ value: id, title }))}
            />
            <Button
              isDisabled={!chosen}
              onPress={() => void attempt(() => list.change({ add: chosen!.folders }))}
            >
              {t('folders.template.use')}
            </Button>
            <IconButton
              label={t('folders.template.delete')}
              icon={<Icon name="delete" />}
              isDisabled={!chosen}
              onPress={() =>
                void attempt(async () => {
                  await list.removeTemplate(chosen!);
                  setTemplate(null);
                })
              }
            />
          </div>
        )}
        {list.folders.length > 0 && (
          <NameForm
            label={t('folders.template.name')}
            description={t('folders.template.help')}
            maxLength={120}
            submit={t('folders.template.save')}
            onSubmit={(name) => list.saveAsTemplate(name)}
          />
        )}
      </div>
    </Dialog>
  );
});

interface NameFormProps {
  label: string;
  description: string;
  maxLength: number;
  submit: string;
  /** The field is emptied when it resolves. */
  onSubmit: (name: string) => Promise<void>;
}

function NameForm({ label, description, maxLength, submit, onSubmit }: NameFormProps) {
  const [name, setName] = useState('');
  const send = async () => {
    await onSubmit(name.trim());
    setName('');
  };
  return (
    <Form onSubmit={send}>
      <div className="doc-folder">
        <TextField
          label={label}
          description={description}
          value={name}
          onChange={setName}
          maxLength={maxLength}
        />
        <Button type="submit" isDisabled={name.trim() === ''}>
          {submit}
        </Button>
      </div>
    </Form>
  );
}
