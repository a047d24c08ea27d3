import type { Role } from '#core/protocol';
import { Select, useTranslate, type Option } from '#core/react';

/** The chosen role by organization. */
export type ChosenRoles = Readonly<Record<string, string>>;

interface RoleFieldsProps {
  roles: readonly Role[];
  /** With their names, where there are several. */
  organizations: readonly Option[];
  chosen: ChosenRoles;
  onChange: (chosen: ChosenRoles) => void;
}

/** A role in each organization of a user; organizations whose roles the person does not administer are left out. */
export function RoleFields({ roles, organizations, chosen, onChange }: RoleFieldsProps) {
  const t = useTranslate('administration');
  return organizations.map(({ value: id, title }) => {
    const offered = roles.filter(({ organizationId }) => organizationId === id);
    if (offered.length === 0) return null;
    return (
      <Select
        key={id}
        label={organizations.length > 1 ? t('users.role.in', { organization: title }) : t('users.role')}
        value={chosen[id] ?? null}
        onChange={(role) => role !== null && onChange({ ...chosen, [id]: role })}
        isRequired
        options={offered.map(({ role_id, role_name }) => ({ value: role_id, title: role_name }))}
      />
    );
  });
}
