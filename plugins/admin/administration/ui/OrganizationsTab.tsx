import { Building2 } from 'lucide-react';
import { useState } from 'react';
import type { Organization } from '#core/protocol';
import { useTranslate } from '#core/react';
import type { Organizations } from '../model/organizations.ts';
import { FormDialog } from './FormDialog.tsx';
import { NameField } from './NameField.tsx';
import { ManagedTable } from './ManagedTable.tsx';

/** The person's organizations. A new one is visible after the next sign-in, because the token lists them. */
export function OrganizationsTab({ organizations }: { organizations: Organizations }) {
  return (
    <ManagedTable
      texts="organizations"
      icon={<Building2 />}
      list={organizations.list}
      columns={[]}
      onRemove={(organization) => organizations.remove(organization)}
      dialog={(organization, close) => (
        <OrganizationDialog organizations={organizations} organization={organization} onClose={close} />
      )}
    />
  );
}

interface OrganizationDialogProps {
  organizations: Organizations;
  organization: Organization | undefined;
  onClose: () => void;
}

function OrganizationDialog({ organizations, organization, onClose }: OrganizationDialogProps) {
  const t = useTranslate('administration');
  const [name, setName] = useState(organization?.name ?? '');
  return (
    <FormDialog
      size="s"
      title={organization ? t('organizations.rename') : t('organizations.new')}
      action={organization ? t('save') : t('organizations.create')}
      overtaken={t('overtaken', { name: organization?.name })}
      onSave={() => organizations.save(organization, name)}
      onClose={onClose}
    >
      <NameField
        label={t('organizations.name')}
        description={organization ? undefined : t('organizations.help')}
        value={name}
        onChange={setName}
      />
    </FormDialog>
  );
}
