import { Users as UsersIcon } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { Badge, useTranslate } from '#core/react';
import { ManagedTable } from './ManagedTable.tsx';
import { UserDialog, type UserDialogProps } from './UserDialog.tsx';

/** The users of the person's organizations. */
export const UsersTab = observer(function UsersTab(props: Omit<UserDialogProps, 'user' | 'onClose'>) {
  const { users, roles } = props;
  const t = useTranslate('administration');
  // Read here rather than in a cell, so that the table rerenders when the roles arrive.
  const roleNames = new Map(roles.list.map(({ role_id, role_name }) => [role_id, role_name]));
  return (
    <ManagedTable
      texts="users"
      icon={<UsersIcon />}
      list={users.list}
      columns={[
        {
          id: 'email',
          title: t('users.email'),
          sortable: true,
          secondary: true,
          cell: ({ email }) => email,
        },
        {
          id: 'role',
          title: t('users.role'),
          cell: ({ roleIds, superAdministrator }) => (
            <>
              {[...new Set(roleIds.map((id) => roleNames.get(id)))].join(', ')}
              {superAdministrator && <Badge>{t('users.super')}</Badge>}
            </>
          ),
        },
        {
          id: 'blocked',
          title: t('users.blocked'),
          secondary: true,
          cell: ({ blockedLayers }) =>
            blockedLayers.length > 0 && (
              <Badge kind="warning">{t('users.blocked.count', { count: blockedLayers.length })}</Badge>
            ),
        },
        {
          id: 'active',
          title: t('users.state'),
          secondary: true,
          cell: ({ active }) => (active ? t('users.active') : <Badge>{t('users.inactive')}</Badge>),
        },
      ]}
      onRemove={(user) => users.remove(user)}
      dialog={(user, close) => <UserDialog {...props} user={user} onClose={close} />}
    />
  );
});
