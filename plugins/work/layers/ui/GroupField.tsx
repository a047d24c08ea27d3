import { useState } from 'react';
import { Button, Select, TextField, useObservable, useService, useTranslate } from '#core/react';
import { groupOf } from '../model/groups.ts';
import { PROJECT_LAYERS } from '../model/project-layers.ts';

const NONE = '';
const NEW = '+';

/** The group that a layer is in; it can be moved to another, or to a new one. */
export default function GroupField({ typeName }: { typeName: string }) {
  const t = useTranslate('layers');
  const layers = useService(PROJECT_LAYERS);
  const groups = useObservable(layers.groups$, layers.groups);
  const [name, setName] = useState<string>();
  const options = [
    { value: NONE, title: t('group.none') },
    ...groups.map((group) => ({ value: group.id, title: group.name })),
    { value: NEW, title: t('group.new') },
  ];
  return (
    <>
      <Select
        label={t('group')}
        options={options}
        value={name === undefined ? (groupOf(groups, typeName)?.id ?? NONE) : NEW}
        onChange={(value) => {
          setName(value === NEW ? '' : undefined);
          if (value !== NEW) layers.setGroup([typeName], value === NONE ? undefined : value);
        }}
      />
      {name !== undefined && (
        <div className="lay-new">
          <TextField label={t('group.name')} value={name} onChange={setName} maxLength={120} autoFocus />
          <Button
            isDisabled={name.trim() === ''}
            onPress={() => {
              layers.addGroup(name.trim(), [typeName]);
              setName(undefined);
            }}
          >
            {t('group.add')}
          </Button>
        </div>
      )}
    </>
  );
}
