import { useState } from 'react';
import type { Role } from '#core/protocol';
import { Select, TextField, useTranslate } from '#core/react';
import type { Roles } from '../model/roles.ts';
import { FormDialog } from './FormDialog.tsx';

const NOTHING = '';

interface RoleDialogProps {
  roles: Roles;
  role: Role | undefined;
  onClose: () => void;
}

/** Names a role; a new role can start with the grants of another one. */
export function RoleDialog({ roles, role, onClose }: RoleDialogProps) {
  const t = useTranslate('administration');
  const [name, setName] = useState(role?.role_name ?? '');
  const [like, setLike] = useState(NOTHING);
  const save = async () => {
    const model = roles.shown.find(({ role_id }) => role_id === like);
    if (role) await roles.rename(role, name);
    else await roles.create(name, model?.authorizations ?? []);
  };
  return (
    <FormDialog
      size="s"
      title={role ? t('roles.rename') : t('roles.new')}
      action={role ? t('save') : t('roles.create')}
      onSave={save}
      onClose={onClose}
    >
      <TextField
        label={t('roles.name')}
        name="role_name"
        value={name}
        onChange={setName}
        isRequired
        maxLength={120}
        autoFocus
      />
      {!role && (
        <Select
          label={t('roles.like')}
          description={t('roles.like.help')}
          value={like}
          onChange={setLike}
          options={[
            { value: NOTHING, title: t('roles.like.nothing') },
            ...roles.shown.map(({ role_id, role_name }) => ({ value: role_id, title: role_name })),
          ]}
        />
      )}
    </FormDialog>
  );
}
