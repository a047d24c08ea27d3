import { Group as GroupIcon } from 'lucide-react';
import type { Users } from '../model/users.ts';
import { useI18n, useTranslate } from '#core/react';
import type { Groups } from '../model/groups.ts';
import { GroupDialog } from './GroupDialog.tsx';
import { ManagedTable } from './ManagedTable.tsx';

/** Groups of people who can be addressed together. */
export function GroupsTab({ groups, users }: { groups: Groups; users: Users }) {
  const t = useTranslate('administration');
  const i18n = useI18n();
  return (
    <ManagedTable
      texts="groups"
      icon={<GroupIcon />}
      list={groups.list}
      columns={[
        {
          id: 'members',
          title: t('groups.members'),
          align: 'end',
          width: 160,
          cell: ({ memberCount }) => i18n.number(memberCount),
        },
      ]}
      onRemove={(group) => groups.remove(group)}
      dialog={(group, close) => <GroupDialog groups={groups} users={users} group={group} onClose={close} />}
    />
  );
}
