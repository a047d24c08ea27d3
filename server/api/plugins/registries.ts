import {
  removePluginRegistry,
  addPluginRegistry,
  listPluginRegistries,
  MAX_REGISTRIES,
  type PluginRegistry,
} from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { route, type Route } from '../../http/context.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Queries } from '../../platform/db/database.ts';
import { addressOf } from './offers.ts';
import { lockPlugins } from './store.ts';

export const registryRoutes: Route[] = [
  route(listPluginRegistries, ({ caller, services }) => readRegistries(services.db, caller)),

  route(addPluginRegistry, async ({ body, caller, services, reply }) => {
    const address = addressOf(body.address).href;
    const registry = await services.db.transaction(async (tx) => {
      await lockPlugins(tx, caller);
      const known = await readRegistries(tx, caller);
      const same = known.find((each) => each.address === address);
      if (same) return same;
      if (known.length >= MAX_REGISTRIES)
        throw new HttpError(422, 'plugins.too-many-registries', { most: MAX_REGISTRIES });
      const [made] = await tx.query<PluginRegistry>(
        'insert into plugin_registries (organization_id, address) values ($1, $2) returning id, address',
        [caller.organizationId, address],
      );
      const subject = { kind: 'plugin-registry', id: made!.id, name: address };
      await audit(tx, { kind: 'plugin-registry.kept', actor: caller, subject });
      return made!;
    });
    void reply.code(201);
    return registry;
  }),

  route(removePluginRegistry, async ({ params, caller, services }) => {
    await services.db.transaction(async (tx) => {
      const [gone] = await tx.query<PluginRegistry>(
        'delete from plugin_registries where id = $1 and organization_id = $2 returning id, address',
        [params.id, caller.organizationId],
      );
      if (!gone) throw new HttpError(404, 'http.not-found');
      const subject = { kind: 'plugin-registry', id: gone.id, name: gone.address };
      await audit(tx, { kind: 'plugin-registry.forgotten', actor: caller, subject });
    });
    return undefined;
  }),
];

function readRegistries(db: Queries, { organizationId }: Caller): Promise<PluginRegistry[]> {
  return db.query<PluginRegistry>(
    'select r.id, r.address from plugin_registries r where r.organization_id = $1 order by r.address',
    [organizationId],
  );
}
