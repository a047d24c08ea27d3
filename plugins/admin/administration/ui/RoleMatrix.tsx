import { Pencil, Trash2 } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { Fragment, useMemo, useState } from 'react';
import { HOST } from '#core/plugin';
import { grants, type Role } from '#core/protocol';
import { Checkbox, IconButton, SearchField, useObservable, useService, useTranslate } from '#core/react';
import { leaning, matrixRows, missing, switchedOff, switchedOn, type MatrixRow } from '../model/matrix.ts';
import type { Roles } from '../model/roles.ts';
import { SwitchDialog, type GrantWarning } from './SwitchDialog.tsx';
import { useGrantTexts } from './useGrantTexts.ts';

interface RoleMatrixProps {
  roles: Roles;
  onEdit: (role: Role) => void;
  onRemove: (role: Role) => void;
}

/** Rows: grants. Columns: roles. A click takes effect at once for everyone with the role. */
export const RoleMatrix = observer(function RoleMatrix({ roles, onEdit, onRemove }: RoleMatrixProps) {
  const t = useTranslate('administration');
  const host = useService(HOST);
  const manifests = useObservable(host.manifests$, host.manifests);
  const rows = useMemo(() => matrixRows(manifests), [manifests]);
  const texts = useGrantTexts(rows);
  const [search, setSearch] = useState('');
  const [doubt, setDoubt] = useState<GrantWarning>();
  const [error, setError] = useState<string>();

  const send = (role: Role, authorizations: readonly string[]) => {
    setError(undefined);
    roles.setAuthorizations(role, authorizations).catch((failure: Error) => setError(failure.message));
  };
  const press = (role: Role, row: MatrixRow, on: boolean) => {
    const lacks = on ? missing(role.authorizations, row) : [];
    const falls = on ? [] : leaning(role.authorizations, row, rows);
    if (lacks.length > 0 || falls.length > 0) setDoubt({ role, row, on, lacks, falls });
    else
      send(
        role,
        on ? switchedOn(role.authorizations, row, false) : switchedOff(role.authorizations, row, rows),
      );
  };

  const searched = search.trim().toLocaleLowerCase();
  const groups = groupsOf(
    rows.filter((row) => `${texts.title(row)} ${row.grant}`.toLocaleLowerCase().includes(searched)),
  );
  return (
    <>
      <SearchField label={t('matrix.search')} value={search} onChange={setSearch} className="adm-search" />
      {error && (
        <p className="g-error" role="alert">
          {error}
        </p>
      )}
      <div className="adm-matrix" role="region" aria-label={t('matrix.label')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('matrix.what')}</th>
              {roles.shown.map((role) => (
                <th key={role.role_id} scope="col" aria-busy={roles.saving.has(role.role_id)}>
                  <span className="adm-role">{role.role_name}</span>
                  <span className="adm-role-actions">
                    <IconButton
                      size="s"
                      label={t('roles.rename.one', { role: role.role_name })}
                      icon={<Pencil aria-hidden="true" />}
                      onPress={() => onEdit(role)}
                    />
                    <IconButton
                      size="s"
                      label={t('roles.delete.one', { role: role.role_name })}
                      icon={<Trash2 aria-hidden="true" />}
                      disabledReason={all(role) ? t('roles.all') : undefined}
                      onPress={() => onRemove(role)}
                    />
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.map(([group, members]) => (
              <Fragment key={group ?? ''}>
                <tr className="adm-group">
                  <th scope="colgroup" colSpan={roles.shown.length + 1}>
                    {group ? texts.plugin(group) : t('matrix.server')}
                  </th>
                </tr>
                {members.map((row) => (
                  <tr key={row.grant}>
                    <th scope="row">
                      {texts.title(row)}
                      {row.kind === 'plugin' && <span className="g-muted"> · {t('matrix.whole')}</span>}
                    </th>
                    {roles.shown.map((role) => (
                      <td key={role.role_id}>
                        <Checkbox
                          aria-label={t('matrix.cell', { what: texts.title(row), role: role.role_name })}
                          isSelected={grants(role.authorizations, row.grant)}
                          isDisabled={all(role) || roles.saving.has(role.role_id)}
                          onChange={(on) => press(role, row, on)}
                        />
                      </td>
                    ))}
                  </tr>
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
        {groups.length === 0 && <p className="g-muted adm-none">{t('matrix.none', { search })}</p>}
      </div>
      {doubt && (
        <SwitchDialog
          doubt={doubt}
          title={texts.title}
          onClose={() => setDoubt(undefined)}
          onDecide={(alsoNeeds) => {
            const { role, row, on } = doubt;
            setDoubt(undefined);
            send(
              role,
              on
                ? switchedOn(role.authorizations, row, alsoNeeds)
                : switchedOff(role.authorizations, row, rows),
            );
          }}
        />
      )}
    </>
  );
});

/** The administrators' role: it has every grant, including those of future plugins. */
function all(role: Role): boolean {
  return role.authorizations.includes('*');
}

function groupsOf(rows: readonly MatrixRow[]): [string | undefined, MatrixRow[]][] {
  const groups = new Map<string | undefined, MatrixRow[]>();
  for (const row of rows) groups.set(row.plugin, [...(groups.get(row.plugin) ?? []), row]);
  return [...groups];
}
