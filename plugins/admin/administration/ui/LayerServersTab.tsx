import { Server } from 'lucide-react';
import { useState } from 'react';
import type { LayerServer } from '#core/protocol';
import { Dialog, TextField, useI18n, useTranslate } from '#core/react';
import type { LayerServers } from '../model/layer-servers.ts';
import { FormDialog } from './FormDialog.tsx';
import { ManagedTable } from './ManagedTable.tsx';

/** The servers from which layers may be shown in the organization. */
export function LayerServersTab({ servers }: { servers: LayerServers }) {
  const t = useTranslate('administration');
  return (
    <>
      <p className="adm-what g-muted">{t('layer-servers.what')}</p>
      <ManagedTable<LayerServer>
        texts="layer-servers"
        icon={<Server />}
        list={servers.list}
        columns={[]}
        onRemove={(server) => servers.forbid(server)}
        dialog={(server, close) =>
          server ? (
            <ServerDetails server={server} onClose={close} />
          ) : (
            <AllowDialog servers={servers} onClose={close} />
          )
        }
      />
    </>
  );
}

function AllowDialog({ servers, onClose }: { servers: LayerServers; onClose: () => void }) {
  const t = useTranslate('administration');
  const [name, setName] = useState('');
  return (
    <FormDialog
      size="s"
      title={t('layer-servers.new')}
      action={t('layer-servers.create')}
      onSave={() => servers.allow(hostIn(name))}
      onClose={onClose}
    >
      <TextField
        label={t('layer-servers.name')}
        description={t('layer-servers.help')}
        placeholder="maps.example.org"
        value={name}
        onChange={setName}
        isRequired
        maxLength={2000}
      />
    </FormDialog>
  );
}

function ServerDetails({ server, onClose }: { server: LayerServer; onClose: () => void }) {
  const t = useTranslate('administration');
  const i18n = useI18n();
  const values = { date: i18n.date(server.createdAt), name: server.createdBy ?? '' };
  return (
    <Dialog isOpen size="s" title={server.name} onClose={onClose}>
      <p>{t(server.createdBy === null ? 'layer-servers.since' : 'layer-servers.since-by', values)}</p>
    </Dialog>
  );
}

/** People paste whole addresses. */
function hostIn(typed: string): string {
  return URL.canParse(typed) && /^https?:/i.test(typed.trim()) ? new URL(typed).host : typed;
}
