import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { API, LIVE } from '#core/api';
import { grants, type Authorization } from '#core/protocol';
import { Page, Tabs, useObservable, useService, useTranslate } from '#core/react';
import { SESSION } from '#core/session';
import { Grids } from '../model/grids.ts';
import { Groups } from '../model/groups.ts';
import { LayerServers } from '../model/layer-servers.ts';
import { Organizations } from '../model/organizations.ts';
import { InstalledPlugins } from '../model/installed-plugins.ts';
import { Roles } from '../model/roles.ts';
import { Trail } from '../model/trail.ts';
import { Users } from '../model/users.ts';
import { Webhooks } from '../model/webhooks.ts';
import { AuditTab } from './AuditTab.tsx';
import { GridsTab } from './GridsTab.tsx';
import { GroupsTab } from './GroupsTab.tsx';
import { LayerServersTab } from './LayerServersTab.tsx';
import { OrganizationsTab } from './OrganizationsTab.tsx';
import { PluginsTab } from './PluginsTab.tsx';
import { RolesTab } from './RolesTab.tsx';
import { UsersTab } from './UsersTab.tsx';
import { WebhooksTab } from './WebhooksTab.tsx';
import './administration.css';

/** `/management-pages`; the tabs depend on the role. */
export const AdministrationPage = observer(function AdministrationPage() {
  const t = useTranslate('administration');
  const api = useService(API);
  const live = useService(LIVE);
  const session = useService(SESSION);
  const me = useObservable(session.me$, session.me);
  const [address, setAddress] = useSearchParams();
  const [roles] = useState(() => new Roles(api));
  const [users] = useState(() => new Users(api));
  const [groups] = useState(() => new Groups(api));
  const [organizations] = useState(() => new Organizations(api));
  const [grids] = useState(() => new Grids(api));
  const [servers] = useState(() => new LayerServers(api));
  const [plugins] = useState(() => new InstalledPlugins(api, live));
  const [webhooks] = useState(() => new Webhooks(api));
  const [trail] = useState(() => new Trail(api));
  useEffect(() => void roles.load(), [roles]);

  const may = (needed: Authorization) => grants(me?.authorizations ?? [], needed);
  const tabs = [
    {
      id: 'users',
      needs: 'admin.users',
      content: <UsersTab users={users} roles={roles} groups={groups} organizations={organizations} />,
    },
    { id: 'groups', needs: 'admin.users', content: <GroupsTab groups={groups} users={users} /> },
    { id: 'roles', needs: 'admin.roles', content: <RolesTab roles={roles} organizations={organizations} /> },
    {
      id: 'organizations',
      needs: 'admin.organizations',
      content: <OrganizationsTab organizations={organizations} />,
    },
    { id: 'grids', needs: 'admin.organizations', content: <GridsTab grids={grids} /> },
    {
      id: 'layer-servers',
      needs: 'admin.organizations',
      content: <LayerServersTab servers={servers} />,
    },
    {
      id: 'plugins',
      needs: 'admin.plugins',
      content: (
        <PluginsTab
          plugins={plugins}
          roles={roles}
          maySwitchRoles={may('admin.roles')}
          mayAllowFull={may('plugins.full')}
        />
      ),
    },
    { id: 'webhooks', needs: 'admin.plugins', content: <WebhooksTab webhooks={webhooks} /> },
    { id: 'audit', needs: 'admin.users', content: <AuditTab trail={trail} roles={roles} /> },
  ] as const;
  const open = tabs
    .filter(({ needs }) => may(needs))
    .map(({ id, content }) => ({ id, content, title: t(`tab.${id}`) }));
  const requested = address.get('tab');

  return (
    <Page title={t('title')} className="adm">
      {me && <p className="g-muted">{t('own-role', { role: me.roleName })}</p>}
      <Tabs
        label={t('title')}
        tabs={open}
        selected={open.some(({ id }) => id === requested) ? requested! : open[0]?.id}
        onSelect={(tab) => setAddress({ tab }, { replace: true })}
      />
    </Page>
  );
});
