import { Plus, Trash2, Users as UsersIcon } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { User } from '#core/protocol';
import {
  AlertDialog,
  Badge,
  Button,
  EmptyState,
  IconButton,
  SearchField,
  Pager,
  Table,
  useTranslate,
} from '#core/react';
import type { Roles } from '../model/roles.ts';
import type { Users } from '../model/users.ts';
import { UserDialog } from './UserDialog.tsx';

export const UsersTab = observer(function UsersTab({ users, roles }: { users: Users; roles: Roles }) {
  const t = useTranslate('administration');
  const { list } = users;
  const [edited, setEdited] = useState<User | 'new'>();
  const [removed, setRemoved] = useState<User>();
  useEffect(() => void list.reload(), [list]);
  const roleNames = new Map(roles.list.map(({ role_id, role_name }) => [role_id, role_name]));
  const create = (
    <Button variant="primary" icon={<Plus aria-hidden="true" />} onPress={() => setEdited('new')}>
      {t('users.new')}
    </Button>
  );
  return (
    <>
      <div className="adm-bar">
        <SearchField
          label={t('users.search')}
          value={list.query.search ?? ''}
          onChange={(search) => void list.ask({ search })}
          className="adm-search"
        />
        {create}
      </div>
      <Table
        label={t('tab.users')}
        rows={list.rows}
        rowId={({ id }) => id}
        rowText={({ name }) => name}
        isLoading={list.state === 'loading'}
        error={list.state === 'failed' ? list.error : undefined}
        onRetry={() => void list.reload()}
        sort={{ column: list.query.orderby ?? 'name', order: list.query.order ?? 'asc' }}
        onSort={({ column, order }) => void list.ask({ orderby: column, order })}
        onOpen={setEdited}
        empty={
          <EmptyState
            icon={<UsersIcon />}
            title={t('users.empty')}
            action={list.query.search ? undefined : create}
          >
            {list.query.search ? t('users.empty.search') : t('users.empty.text')}
          </EmptyState>
        }
        columns={[
          { id: 'name', title: t('users.name'), sortable: true, cell: ({ name }) => name },
          {
            id: 'email',
            title: t('users.email'),
            sortable: true,
            secondary: true,
            cell: ({ email }) => email,
          },
          { id: 'role', title: t('users.role'), cell: ({ roleId }) => roleNames.get(roleId) },
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
          {
            id: 'actions',
            title: t('users.actions'),
            hideTitle: true,
            align: 'end',
            width: 56,
            cell: (user) => (
              <IconButton
                size="s"
                label={t('users.delete.one', { name: user.name })}
                icon={<Trash2 aria-hidden="true" />}
                onPress={() => setRemoved(user)}
              />
            ),
          },
        ]}
      />
      <Pager
        page={list.query.page}
        pageSize={list.query.paginate}
        total={list.total}
        onPage={(page) => void list.ask({ page })}
      />
      {edited && (
        <UserDialog
          users={users}
          roles={roles}
          user={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      <AlertDialog
        isOpen={removed !== undefined}
        title={t('users.delete.title', { name: removed?.name ?? '' })}
        action={t('users.delete.action')}
        onAction={() => (removed ? users.remove(removed) : undefined)}
        onClose={() => setRemoved(undefined)}
      >
        <p>{t('users.delete.text')}</p>
      </AlertDialog>
    </>
  );
});
