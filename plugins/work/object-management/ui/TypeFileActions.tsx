import { sentenceOf } from '#core/kernel';
import type { ObjectType } from '#core/protocol';
import { Button, Icon, IconButton, Menu, saveFile, useService, useTranslate } from '#core/react';
import { TOASTS } from '#core/toasts';
import { TYPE_FILES } from '#plugins/work/type-files/api';
import type { ObjectTypes } from '../model/object-types.ts';

interface TypeFileActionsProps {
  types: ObjectTypes;
  /** Shows the first of the created types. */
  onTaken: (type: ObjectType) => void;
}

/** Object types from a template or a file, and all of them as a file. */
export function TypeFileActions({ types, onTaken }: TypeFileActionsProps) {
  const t = useTranslate('object-management');
  const files = useService(TYPE_FILES);
  const save = useSaveTypes();
  const take = useTakeTypes(types, onTaken);
  return (
    <Menu
      label={t('file.actions')}
      trigger={<IconButton label={t('file.actions')} icon={<Icon name="more" />} />}
      entries={[
        ...(files.mayTake
          ? [{ id: 'take', title: t('file.take'), icon: <Icon name="upload" />, onAction: take }]
          : []),
        {
          id: 'save',
          title: t('file.save.all'),
          icon: <Icon name="download" />,
          onAction: () => void save('object-types'),
        },
      ]}
    />
  );
}

/** The button of an empty list. */
export function TakeTypesButton({ types, onTaken }: TypeFileActionsProps) {
  const t = useTranslate('object-management');
  return (
    <Button icon={<Icon name="upload" />} onPress={useTakeTypes(types, onTaken)}>
      {t('file.take')}
    </Button>
  );
}

/** Saves object types to a file: those with the ids, or all. */
export function useSaveTypes(): (name: string, ids?: readonly string[]) => Promise<void> {
  const files = useService(TYPE_FILES);
  const toasts = useService(TOASTS);
  return async (name, ids) => {
    try {
      saveFile(await files.save(ids), `${name.replaceAll(/[\\/:*?"<>|]/g, '-')}.json`);
    } catch (failure) {
      toasts.show('error', sentenceOf(failure));
    }
  };
}

function useTakeTypes(types: ObjectTypes, onTaken: (type: ObjectType) => void): () => void {
  const t = useTranslate('object-management');
  const files = useService(TYPE_FILES);
  const toasts = useService(TOASTS);
  return () =>
    files.open({
      onTaken: (created) => {
        toasts.show('success', t('file.taken', { count: created.length }));
        void types.list.reload();
        if (created[0]) onTaken(created[0]);
      },
    });
}
