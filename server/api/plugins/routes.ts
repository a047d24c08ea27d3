import {
  applyPluginLock,
  changePlugin,
  getAuthorOrigins,
  getInstalledPlugin,
  getPluginLock,
  listInstalledPlugins,
  listPlugins,
  removePlugin,
  uploadPlugin,
} from '#core/protocol';
import { route, type Route } from '../../http/context.ts';
import { tagVersion } from '../../http/versions.ts';
import { audit } from '../../platform/audit/audit.ts';
import { change } from './change.ts';
import { versionRoutes } from './document-versions.ts';
import { documentRoutes } from './documents.ts';
import { fullRoutes } from './full.ts';
import { keyRoutes } from './keys.ts';
import { applyLock, lockOf } from './lock.ts';
import { offerRoutes } from './offers.ts';
import { outgoingRoute } from './outgoing.ts';
import { registryRoutes } from './registries.ts';
import {
  announcePlugins,
  findPlugin,
  readPlugins,
  takeFromRoles,
  takePlugin,
  usablePlugins,
} from './store.ts';
import { receivePackage, takePackage } from './upload.ts';

export const routes: Route[] = [
  ...keyRoutes,
  ...documentRoutes,
  ...versionRoutes,
  ...fullRoutes,
  ...offerRoutes,
  ...registryRoutes,
  outgoingRoute,

  route(listPlugins, ({ caller, services }) => usablePlugins(services.db, caller)),

  route(getPluginLock, ({ caller, services }) => lockOf(services.db, caller)),

  route(applyPluginLock, ({ body, caller, services }) =>
    services.db.transaction(async (tx) => {
      const answers = await applyLock(tx, caller, body);
      await announcePlugins(tx, services.events, caller);
      return answers;
    }),
  ),

  route(getAuthorOrigins, async ({ services }) => ({ origins: [...(services.config.authorOrigins ?? [])] })),

  route(listInstalledPlugins, ({ caller, services }) => readPlugins(services.db, caller)),

  route(uploadPlugin, async ({ caller, language, request, reply, services }) => {
    const plugin = await takePackage(services, caller, await receivePackage(request), language);
    void reply.code(201);
    tagVersion(reply, plugin.version);
    return plugin;
  }),

  route(getInstalledPlugin, async ({ params, caller, reply, services }) => {
    const plugin = await findPlugin(services.db, caller, params.id);
    tagVersion(reply, plugin.version);
    // Whether its key is accepted is not part of its version.
    void reply.header('cache-control', 'no-store');
    return plugin;
  }),

  route(changePlugin, async ({ params, body, caller, ifMatch, reply, services }) => {
    const plugin = await services.db.transaction(async (tx) => {
      const changed = await change(tx, caller, params.id, ifMatch, body);
      if (changed.version !== ifMatch) await announcePlugins(tx, services.events, caller);
      return changed;
    });
    tagVersion(reply, plugin.version);
    return plugin;
  }),

  route(removePlugin, async ({ params, caller, ifMatch, services }) => {
    await services.db.transaction(async (tx) => {
      const { id, name } = await takePlugin(tx, caller, params.id, ifMatch);
      await tx.query('delete from outside_plugins where id = $1', [id]);
      await takeFromRoles(tx, services.events, caller, name);
      await audit(tx, { kind: 'plugin.removed', actor: caller, subject: { kind: 'plugin', id, name } });
      await announcePlugins(tx, services.events, caller);
    });
    return undefined;
  }),
];
