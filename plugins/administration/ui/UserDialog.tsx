import { useState } from 'react';
import { AppError } from '#core/kernel';
import type { Language, User } from '#core/protocol';
import { Button, Dialog, Form, Select, Switch, TextField, useTranslate } from '#core/react';
import type { Roles } from '../model/roles.ts';
import type { Users } from '../model/users.ts';
import { BlockedLayers } from './BlockedLayers.tsx';

const BROWSER = '';

interface UserDialogProps {
  users: Users;
  roles: Roles;
  user: User | undefined;
  onClose: () => void;
}

/** One user: who they are, their role, and the layers they must not see. */
export function UserDialog({ users, roles, user, onClose }: UserDialogProps) {
  const t = useTranslate('administration');
  const [name, setName] = useState(user?.name ?? '');
  const [email, setEmail] = useState(user?.email ?? '');
  const [roleId, setRole] = useState<string | null>(user?.roleId ?? null);
  const [language, setLanguage] = useState<string>(user?.language ?? BROWSER);
  const [password, setPassword] = useState('');
  const [active, setActive] = useState(user?.active ?? true);
  const [blockedLayers, setBlocked] = useState<readonly string[]>(user?.blockedLayers ?? []);

  const save = async () => {
    if (roleId === null) throw new AppError('role-missing', t('users.role.missing'));
    try {
      await users.save(user, {
        name,
        email,
        roleId,
        language: language === BROWSER ? null : (language as Language),
        active,
        blockedLayers: [...blockedLayers],
        ...(password === '' ? {} : { password }),
      });
    } catch (failure) {
      if (!(failure instanceof AppError && failure.status === 412)) throw failure;
      await users.list.reload();
      throw new AppError('overtaken', t('users.overtaken', { name }), { cause: failure });
    }
    onClose();
  };
  return (
    <Dialog
      isOpen
      keepOpen
      title={user ? user.name : t('users.new')}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form="adm-user">
            {user ? t('save') : t('users.create')}
          </Button>
        </>
      }
    >
      <Form id="adm-user" onSubmit={save}>
        <TextField
          label={t('users.name')}
          name="name"
          value={name}
          onChange={setName}
          isRequired
          maxLength={120}
          autoFocus
        />
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
          description={user ? t('users.password.keep') : t('users.password.rule')}
          name="password"
          type="password"
          value={password}
          onChange={setPassword}
          isRequired={!user}
          minLength={10}
          autoComplete="new-password"
        />
        <Select
          label={t('users.role')}
          value={roleId}
          onChange={setRole}
          isRequired
          options={roles.list.map(({ role_id, role_name }) => ({ value: role_id, title: role_name }))}
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
        {user && (
          <Switch isSelected={active} onChange={setActive} description={t('users.active.help')}>
            {t('users.active')}
          </Switch>
        )}
      </Form>
    </Dialog>
  );
}
