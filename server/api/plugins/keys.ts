import { acceptPluginKey, listPluginKeys, revokePluginKey, type PluginKey } from '#core/protocol';
import { HttpError } from '../../base/http-error.ts';
import { route, type Route } from '../../http/context.ts';
import { audit } from '../../platform/audit/audit.ts';
import { announcePlugins, lockPlugins } from './store.ts';

const MAX_KEYS = 200;
const COLUMNS = `k.id, k.name, k.public_key as "publicKey", k.created_at as "createdAt", u.name as "createdBy",
  k.revoked_at as "revokedAt"`;
const FROM = 'plugin_keys k left join users u on u.id = k.created_by';

export const keyRoutes: Route[] = [
  route(listPluginKeys, ({ caller, services }) =>
    services.db.query<PluginKey>(
      `select ${COLUMNS} from ${FROM} where k.organization_id = $1 order by k.created_at, k.id`,
      [caller.organizationId],
    ),
  ),

  route(acceptPluginKey, async ({ body, caller, services, reply }) => {
    const made = await services.db.transaction(async (tx) => {
      await lockPlugins(tx, caller);
      const known = await tx.query<PluginKey>(`select ${COLUMNS} from ${FROM} where k.organization_id = $1`, [
        caller.organizationId,
      ]);
      const same = known.find(({ publicKey }) => publicKey === body.publicKey);
      if (same?.revokedAt) throw new HttpError(409, 'plugins.key-revoked', { name: same.name });
      if (same) return same;
      if (known.length >= MAX_KEYS) throw new HttpError(422, 'plugins.too-many-keys', { most: MAX_KEYS });
      const [row] = await tx.query<{ id: string }>(
        'insert into plugin_keys (organization_id, name, public_key, created_by) values ($1, $2, $3, $4) returning id',
        [caller.organizationId, body.name, body.publicKey, caller.userId],
      );
      const subject = { kind: 'plugin-key', id: row!.id, name: body.name };
      const detail = { publicKey: body.publicKey };
      await audit(tx, { kind: 'plugin-key.accepted', actor: caller, subject, detail });
      const [key] = await tx.query<PluginKey>(`select ${COLUMNS} from ${FROM} where k.id = $1`, [row!.id]);
      return key!;
    });
    void reply.code(201);
    return made;
  }),

  route(revokePluginKey, async ({ params, caller, services }) => {
    await services.db.transaction(async (tx) => {
      await lockPlugins(tx, caller);
      const [gone] = await tx.query<{ name: string; publicKey: string }>(
        `update plugin_keys set revoked_at = coalesce(revoked_at, now()) where id = $1 and organization_id = $2
         returning name, public_key as "publicKey"`,
        [params.id, caller.organizationId],
      );
      if (!gone) throw new HttpError(404, 'http.not-found');
      const off = await tx.query<{ name: string }>(
        `update outside_plugins p set enabled = false, version = p.version + 1
         from outside_plugin_versions v
         where v.id = p.current_id and p.enabled and p.organization_id = $1 and v.public_key = $2 returning p.name`,
        [caller.organizationId, gone.publicKey],
      );
      const subject = { kind: 'plugin-key', id: params.id, name: gone.name };
      const detail = { switchedOff: off.map(({ name }) => name) };
      await audit(tx, { kind: 'plugin-key.revoked', actor: caller, subject, detail });
      await announcePlugins(tx, services.events, caller);
    });
    return undefined;
  }),
];
