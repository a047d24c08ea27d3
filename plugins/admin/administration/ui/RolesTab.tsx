import { Plus } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { Role } from '#core/protocol';
import { AlertDialog, Button, ErrorPanel, Skeleton, useTranslate } from '#core/react';
import type { Organizations } from '../model/organizations.ts';
import type { Roles } from '../model/roles.ts';
import { RoleDialog } from './RoleDialog.tsx';
import { RoleMatrix } from './RoleMatrix.tsx';
import { RolesOf } from './RolesOf.tsx';

interface RolesTabProps {
  roles: Roles;
  organizations: Organizations;
}

/** Roles and their grants: plugins and tools from the manifests, and the server's authorizations. */
export const RolesTab = observer(function RolesTab({ roles, organizations }: RolesTabProps) {
  const t = useTranslate('administration');
  const [edited, setEdited] = useState<Role | 'new'>();
  const [removed, setRemoved] = useState<Role>();

  if (roles.state === 'failed')
    return <ErrorPanel title={t('roles.failed')} error={roles.error} onRetry={() => void roles.load()} />;
  if (roles.state === 'loading' && roles.list.length === 0) return <Skeleton lines={8} />;
  return (
    <>
      <div className="adm-bar">
        <p className="g-muted">{t('roles.help')}</p>
        <RolesOf roles={roles} organizations={organizations} />
        <Button variant="primary" icon={<Plus aria-hidden="true" />} onPress={() => setEdited('new')}>
          {t('roles.new')}
        </Button>
      </div>
      {roles.overtaken && (
        <p className="g-error" role="alert">
          {t('roles.overtaken', { role: roles.overtaken })}
        </p>
      )}
      <RoleMatrix roles={roles} onEdit={setEdited} onRemove={setRemoved} />
      {edited && (
        <RoleDialog
          roles={roles}
          role={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      <AlertDialog
        isOpen={removed !== undefined}
        title={t('roles.delete.title', { role: removed?.role_name ?? '' })}
        action={t('roles.delete.action')}
        onAction={() => (removed ? roles.remove(removed) : undefined)}
        onClose={() => setRemoved(undefined)}
      >
        <p>{t('roles.delete.text')}</p>
      </AlertDialog>
    </>
  );
});
