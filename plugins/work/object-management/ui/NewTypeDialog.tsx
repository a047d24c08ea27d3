import { useState } from 'react';
import { AppError } from '#core/kernel';
import type { ObjectType } from '#core/protocol';
import { Button, Dialog, Form, useTranslate } from '#core/react';
import { draftOf, lacksProject, NEW_TYPE, storedDraft } from '../model/general-draft.ts';
import type { ObjectTypes } from '../model/object-types.ts';
import { GeneralFields } from './GeneralFields.tsx';

export interface NewTypeDialogProps {
  types: ObjectTypes;
  /** The type to copy, with its fields and its style; undefined: an empty one. */
  original: ObjectType | undefined;
  onCreated: (type: ObjectType) => void;
  onClose: () => void;
}

const FORM = 'object-management-new';

/** Creates an object type, or a copy of one. */
export default function NewTypeDialog({ types, original, onCreated, onClose }: NewTypeDialogProps) {
  const t = useTranslate('object-management');
  const [draft, setDraft] = useState(() =>
    original
      ? {
          ...draftOf(original),
          name: t('copy.name', { name: original.name }),
          en: t('copy.name', { name: original.title.en }),
          it: t('copy.name', { name: original.title.it }),
        }
      : NEW_TYPE,
  );
  const create = async () => {
    if (lacksProject(draft)) throw new AppError('no-project', t('projects.none'));
    const copied = original && { fields: original.fields, groups: original.groups, style: original.style };
    onCreated(await types.create({ ...storedDraft(draft), ...copied }));
  };
  return (
    <Dialog
      isOpen
      keepOpen
      title={original ? t('duplicate.title', { type: original.name }) : t('new')}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('core:dialog.cancel')}</Button>
          <Button variant="primary" type="submit" form={FORM}>
            {t('create')}
          </Button>
        </>
      }
    >
      <Form id={FORM} onSubmit={create}>
        {original && <p className="g-muted">{t('duplicate.help')}</p>}
        <GeneralFields
          draft={draft}
          onChange={(change) => setDraft({ ...draft, ...change })}
          nameHelp={t('name.help')}
          autoFocus
        />
      </Form>
    </Dialog>
  );
}
