import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { sentenceOf } from '#core/kernel';
import type { PackageManifest, Role } from '#core/protocol';
import { Checkbox, useTranslate } from '#core/react';
import { grantsOf, heldBy, holdsPart } from '../model/plugin-review.ts';
import type { Roles } from '../model/roles.ts';

interface PluginRolesProps {
  manifest: PackageManifest;
  roles: Roles;
  mayChange: boolean;
}

/** The roles that have a plugin with all its tools. A click takes effect at once, as in the matrix of roles. */
export const PluginRoles = observer(function PluginRoles({ manifest, roles, mayChange }: PluginRolesProps) {
  const t = useTranslate('administration');
  const [problem, setProblem] = useState<string>();
  const switches = grantsOf(manifest);
  const press = (role: Role, on: boolean) => {
    setProblem(undefined);
    const others = role.authorizations.filter((each) => !switches.includes(each));
    roles
      .setAuthorizations(role, on ? [...others, ...switches] : others)
      .catch((failure: unknown) => setProblem(sentenceOf(failure)));
  };
  return (
    <fieldset className="adm-fieldset">
      <legend>{t('plugins.roles')}</legend>
      {roles.shown.map((role) => {
        const held = heldBy(role.authorizations, switches);
        return (
          <Checkbox
            key={role.role_id}
            isSelected={held !== false}
            isIndeterminate={holdsPart(role.authorizations, switches)}
            isDisabled={!mayChange || held === 'always' || roles.saving.has(role.role_id)}
            description={held === 'always' ? t('plugins.role-always') : undefined}
            onChange={(on) => press(role, on)}
          >
            {role.role_name}
          </Checkbox>
        );
      })}
      {problem !== undefined && (
        <p className="g-error" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
});
