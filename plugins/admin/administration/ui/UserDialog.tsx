import { useState } from 'react';
import { AppError } from '#core/kernel';
import type { Language, User } from '#core/protocol';
import { Select, Switch, TextField, useService, useTranslate, type Option } from '#core/react';
import { SESSION } from '#core/session';
import type { Groups } from '../model/groups.ts';
import type { Organizations } from '../model/organizations.ts';
import type { Roles } from '../model/roles.ts';
import type { Users } from '../model/users.ts';
import { Belonging } from './Belonging.tsx';
import { BlockedLayers } from './BlockedLayers.tsx';
import { FormDialog } from './FormDialog.tsx';
import { NameField } from './NameField.tsx';
import { RoleFields, type ChosenRoles } from './RoleFields.tsx';

const BROWSER = '';

export interface UserDialogProps {
  users: Users;
  roles: Roles;
  groups: Groups;
  organizations: Organizations;
  user: User | undefined;
  onClose: () => void;
}

/** One user: name, role, groups, organizations and blocked layers. */
export function UserDialog({ users, roles, groups, organizations, user, onClose }: UserDialogProps) {
  const t = useTranslate('administration');
  const session = useService(SESSION);
  const [name, setName] = useState(user?.name ?? '');
  const [email, setEmail] = useState(user?.email ?? '');
  const [chosenRoles, setRoles] = useState<ChosenRoles>(() =>
    Object.fromEntries(
      roles.list
        .filter(({ role_id }) => user?.roleIds.includes(role_id))
        .map(({ role_id, organizationId }) => [organizationId, role_id]),
    ),
  );
  const [superAdministrator, setSuper] = useState(user?.superAdministrator ?? false);
  const [language, setLanguage] = useState<string>(user?.language ?? BROWSER);
  const [password, setPassword] = useState('');
  const [currentPassword, setCurrentPassword] = useState('');
  const [active, setActive] = useState(user?.active ?? true);
  const [blockedLayers, setBlocked] = useState<readonly string[]>(user?.blockedLayers ?? []);
  const [inGroups, setGroups] = useState<readonly Option[]>();
  const [inOrganizations, setOrganizations] = useState<readonly Option[]>();

  // The server refuses to change the own e-mail or password without the current one.
  const isOwnAccess = user?.id === session.me?.userId && (email !== user?.email || password !== '');
  const own = roles.list.find(({ role_id }) => role_id === user?.roleId)?.organizationId;
  const places = inOrganizations ?? [{ value: own ?? session.me?.organizationId ?? '', title: '' }];
  const ids = (chosen: readonly Option[]) => chosen.map(({ value }) => value);
  const save = async () => {
    const roleIds = places.flatMap(({ value }) => chosenRoles[value] ?? []);
    const [roleId] = roleIds;
    if (roleId === undefined) throw new AppError('role-missing', t('users.role.missing'));
    await users.save(user, {
      name,
      email,
      roleId,
      roleIds,
      language: language === BROWSER ? null : (language as Language),
      active,
      blockedLayers: [...blockedLayers],
      ...(inGroups && { groupIds: ids(inGroups) }),
      ...(inOrganizations && { organizationIds: ids(inOrganizations) }),
      ...(password !== '' && { password }),
      ...(isOwnAccess && { currentPassword }),
      ...(session.me?.superAdministrator && { superAdministrator }),
    });
  };
  return (
    <FormDialog
      title={user ? user.name : t('users.new')}
      action={user ? t('save') : t('users.create')}
      overtaken={t('overtaken', { name })}
      onSave={save}
      onClose={onClose}
    >
      <NameField label={t('users.name')} value={name} onChange={setName} />
      <TextField
        label={t('users.email')}
        name="email"
        type="email"
        value={email}
        onChange={setEmail}
        isRequired
        autoComplete="off"
      />
      <TextField
        label={user ? t('users.password.new') : t('users.password')}
        description={user ? t('users.password.keep') : t('users.password.invite')}
        name="password"
        type="password"
        value={password}
        onChange={setPassword}
        minLength={10}
        autoComplete="new-password"
      />
      {isOwnAccess && (
        <TextField
          label={t('users.password.current')}
          name="current-password"
          type="password"
          value={currentPassword}
          onChange={setCurrentPassword}
          isRequired
          autoComplete="current-password"
        />
      )}
      <RoleFields roles={roles.list} organizations={places} chosen={chosenRoles} onChange={setRoles} />
      <Belonging
        user={user}
        groups={groups}
        organizations={organizations}
        inGroups={inGroups}
        inOrganizations={inOrganizations}
        onGroups={setGroups}
        onOrganizations={setOrganizations}
      />
      <Select
        label={t('users.language')}
        value={language}
        onChange={setLanguage}
        options={[
          { value: BROWSER, title: t('users.language.browser') },
          { value: 'en', title: 'English' },
          { value: 'it', title: 'Italiano' },
        ]}
      />
      <BlockedLayers value={blockedLayers} onChange={setBlocked} />
      {session.me?.superAdministrator && (
        <Switch isSelected={superAdministrator} onChange={setSuper} description={t('users.super.help')}>
          {t('users.super')}
        </Switch>
      )}
      {user && (
        <Switch isSelected={active} onChange={setActive} description={t('users.active.help')}>
          {t('users.active')}
        </Switch>
      )}
    </FormDialog>
  );
}
