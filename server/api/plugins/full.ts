import { changePluginSettings, getPluginSettings, grants, type PluginSettings } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { route, type Route } from '../../http/context.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Queries } from '../../platform/db/database.ts';
import { announcePlugins, lockPlugins } from './store.ts';

const FULL = `v.manifest->>'kind' = 'full'`;

export const fullRoutes: Route[] = [
  route(getPluginSettings, async ({ caller, services }) => {
    const { fullAllowed } = await readSettings(services.db, caller);
    return { fullAllowed };
  }),

  route(changePluginSettings, ({ body, caller, services }) =>
    services.db.transaction(async (tx) => {
      await lockPlugins(tx, caller);
      const before = await readSettings(tx, caller);
      if (before.fullAllowed === body.fullAllowed) return { fullAllowed: before.fullAllowed };
      await tx.query('update organizations set full_plugins = $2 where id = $1', [
        caller.organizationId,
        body.fullAllowed,
      ]);
      const switchedOff = body.fullAllowed ? [] : await switchOffFull(tx, caller);
      const subject = { kind: 'organization', id: caller.organizationId, name: before.organization };
      const detail = { fullAllowed: body.fullAllowed, switchedOff };
      await audit(tx, { kind: 'plugin.full-changed', actor: caller, subject, detail });
      await announcePlugins(tx, services.events, caller);
      return { fullAllowed: body.fullAllowed };
    }),
  ),
];

export async function readSettings(
  db: Queries,
  { organizationId }: Caller,
): Promise<PluginSettings & { organization: string }> {
  const [row] = await db.query<PluginSettings & { organization: string }>(
    'select o.full_plugins as "fullAllowed", o.name as organization from organizations o where o.id = $1',
    [organizationId],
  );
  return row!;
}

async function switchOffFull(tx: Queries, { organizationId }: Caller): Promise<string[]> {
  const off = await tx.query<{ name: string }>(
    `update outside_plugins p set enabled = false, version = p.version + 1
     from outside_plugin_versions v
     where v.id = p.current_id and p.enabled and p.organization_id = $1 and ${FULL} returning p.name`,
    [organizationId],
  );
  return off.map(({ name }) => name);
}

/** Throws 403 or 409 where the organization has no full plugins, or the caller may not decide on them. */
export async function requireFull(tx: Queries, caller: Caller, name: string): Promise<void> {
  if (!grants(caller.authorizations, 'plugins.full'))
    throw new HttpError(403, 'auth.not-allowed', { authorization: 'plugins.full' });
  const { fullAllowed } = await readSettings(tx, caller);
  if (!fullAllowed) throw new HttpError(409, 'plugins.full-not-allowed', { name });
}

/**
 * The key in the storage of the code of a full plugin; undefined unless it is in use now: approved, switched on, signed by a
 * key that is still accepted, in an organization that allows it.
 */
export async function fullCodeKey(db: Queries, sha256: string): Promise<string | undefined> {
  const [row] = await db.query<{ key: string }>(
    `select v.key from outside_plugin_versions v
       join outside_plugins p on p.current_id = v.id and p.enabled
       join organizations o on o.id = p.organization_id and o.full_plugins
       join plugin_keys k on k.organization_id = o.id and k.public_key = v.public_key and k.revoked_at is null
     where v.sha256 = $1 and ${FULL} limit 1`,
    [sha256],
    { often: true },
  );
  return row?.key;
}
