import { useState } from 'react';
import type { Role } from '#core/protocol';
import { Button, Dialog, Form, Select, TextField, useTranslate } from '#core/react';
import type { Roles } from '../model/roles.ts';

const NOTHING = '';

/** Names a role; a new one can begin with what another one may do. */
export function RoleDialog({
  roles,
  role,
  onClose,
}: {
  roles: Roles;
  role: Role | undefined;
  onClose: () => void;
}) {
  const t = useTranslate('administration');
  const [name, setName] = useState(role?.role_name ?? '');
  const [like, setLike] = useState(NOTHING);
  const save = async () => {
    const model = roles.list.find(({ role_id }) => role_id === like);
    if (role) await roles.rename(role, name);
    else await roles.create(name, model?.authorizations ?? []);
    onClose();
  };
  return (
    <Dialog
      isOpen
      size="s"
      title={role ? t('roles.rename') : t('roles.new')}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form="adm-role">
            {role ? t('save') : t('roles.create')}
          </Button>
        </>
      }
    >
      <Form id="adm-role" onSubmit={save}>
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
              ...roles.list.map(({ role_id, role_name }) => ({ value: role_id, title: role_name })),
            ]}
          />
        )}
      </Form>
    </Dialog>
  );
}
