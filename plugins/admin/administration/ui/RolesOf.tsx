import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { sentenceOf } from '#core/kernel';
import type { Organization } from '#core/protocol';
import { Select, useTranslate } from '#core/react';
import type { Organizations } from '../model/organizations.ts';
import type { Roles } from '../model/roles.ts';

interface RolesOfProps {
  roles: Roles;
  organizations: Organizations;
}

/** Chooses the organization whose roles are shown, where the person administers several. */
export const RolesOf = observer(function RolesOf({ roles, organizations }: RolesOfProps) {
  const t = useTranslate('administration');
  const [all, setAll] = useState<readonly Organization[]>([]);
  const [error, setError] = useState<string>();
  const several = roles.organizationIds.length > 1;
  useEffect(() => {
    if (!several) return;
    const abort = new AbortController();
    organizations
      .all(abort.signal)
      .then(setAll, (failure: unknown) => !abort.signal.aborted && setError(sentenceOf(failure)));
    return () => abort.abort();
  }, [several, organizations]);
  if (!several) return null;
  const names = new Map(all.map(({ id, name }) => [id, name]));
  return (
    <>
      <Select
        label={t('roles.organization')}
        value={roles.shownIn ?? null}
        onChange={(id) => id !== null && roles.show(id)}
        options={roles.organizationIds.map((id) => ({ value: id, title: names.get(id) ?? '…' }))}
      />
      {error && <p className="g-error">{error}</p>}
    </>
  );
});
