import { useEffect, useState } from 'react';
import { sentenceOf } from '#core/kernel';
import type { Group } from '#core/protocol';
import { PickMany, Skeleton, useTranslate, type Option } from '#core/react';
import { SHOWN, type Groups } from '../model/groups.ts';
import type { Users } from '../model/users.ts';
import { FormDialog } from './FormDialog.tsx';
import { NameField } from './NameField.tsx';

interface GroupDialogProps {
  groups: Groups;
  users: Users;
  group: Group | undefined;
  onClose: () => void;
}

/** Name and members of a group. */
export function GroupDialog({ groups, users, group, onClose }: GroupDialogProps) {
  const t = useTranslate('administration');
  const [name, setName] = useState(group?.name ?? '');
  const [members, setMembers] = useState<readonly Option[] | undefined>(group ? undefined : []);
  const [error, setError] = useState<string>();
  useEffect(() => {
    if (!group) return;
    const abort = new AbortController();
    groups.membersOf(group, abort.signal).then(
      (people) => setMembers(people.map((user) => ({ value: user.id, title: user.name }))),
      (failure: unknown) => !abort.signal.aborted && setError(sentenceOf(failure)),
    );
    return () => abort.abort();
  }, [groups, group]);
  // If a group is larger than the list shown, only its name can be changed: saving would remove the members not
  // shown.
  const whole = members !== undefined && (group?.memberCount ?? 0) <= SHOWN;
  return (
    <FormDialog
      title={group ? group.name : t('groups.new')}
      action={group ? t('save') : t('groups.create')}
      overtaken={t('overtaken', { name: group?.name })}
      onSave={() =>
        groups.save(group, { name, ...(whole ? { userIds: members.map(({ value }) => value) } : {}) })
      }
      onClose={onClose}
    >
      <NameField label={t('groups.name')} value={name} onChange={setName} />
      {error && <p className="g-error">{error}</p>}
      {!error && !members && <Skeleton lines={3} />}
      {whole && (
        <PickMany
          label={t('groups.members')}
          placeholder={t('search.users')}
          find={(text, signal) => users.find(text, signal)}
          chosen={members}
          onChange={setMembers}
        />
      )}
    </FormDialog>
  );
}
