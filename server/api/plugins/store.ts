import { grants, type InstalledPlugin, type OutsidePlugin, type PackageManifest } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { stale } from '../../http/versions.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { EventStream } from '../../platform/events/stream.ts';

const TIME = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const versionsOf = (which: string) => `coalesce((select jsonb_agg(jsonb_build_object(
    'id', v.id, 'manifest', v.manifest, 'granted', to_jsonb(v.granted),
    'approvedAt', ${TIME('v.approved_at')}, 'uploadedAt', ${TIME('v.uploaded_at')},
    'uploadedBy', u.name,
    'signedBy', jsonb_build_object('publicKey', v.public_key, 'name', k.name, 'state',
      case when k.id is null then 'unknown' when k.revoked_at is null then 'accepted' else 'revoked' end)
  ) order by string_to_array(v.number, '.')::int[] desc)
  from outside_plugin_versions v
    left join users u on u.id = v.uploaded_by
    left join plugin_keys k on k.organization_id = p.organization_id and k.public_key = v.public_key
  where v.plugin_id = p.id and ${which}), '[]')`;
const FAILING = `(select r.job from plugin_runs r
  where r.plugin_id = p.id and r.state = 'failed' and r.ended_at > now() - interval '7 days' and not exists (
    select 1 from plugin_runs s
    where s.plugin_id = p.id and s.job = r.job and s.state = 'done' and s.ended_at > r.ended_at)
  order by r.ended_at desc limit 1)`;
const columnsOf = (which: string) =>
  `p.id, p.name, p.enabled, p.current_id as "currentId", p.version, ${versionsOf(which)} as versions, ${FAILING} as "failingJob"`;

/** Each with the version in use and the newest. */
export function readPlugins(db: Queries, caller: Caller): Promise<InstalledPlugin[]> {
  return db.query<InstalledPlugin>(
    `select ${columnsOf('(v.id = p.current_id or v.number = p.highest)')} from outside_plugins p
     where p.organization_id = $1 order by p.name`,
    [caller.organizationId],
  );
}

/** Throws 404. */
export async function findPlugin(db: Queries, caller: Caller, id: string): Promise<InstalledPlugin> {
  const [row] = await db.query<InstalledPlugin>(
    `select ${columnsOf('true')} from outside_plugins p where p.organization_id = $1 and p.id = $2`,
    [caller.organizationId, id],
  );
  if (!row) throw new HttpError(404, 'http.not-found');
  return row;
}

/** Like `findPlugin`, while nobody else changes plugins or keys of the organization. Throws 412, too. */
export async function takePlugin(
  tx: Queries,
  caller: Caller,
  id: string,
  version: number,
): Promise<InstalledPlugin> {
  await lockPlugins(tx, caller);
  const plugin = await findPlugin(tx, caller, id);
  if (plugin.version !== version) throw stale(plugin, plugin.version);
  return plugin;
}

/** Serializes changes of the plugins and keys of an organization until the transaction ends. */
export async function lockPlugins(tx: Queries, { organizationId }: Caller): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('plugins ' || $1, 0))`, [organizationId]);
}

interface UsableRow {
  id: string;
  name: string;
  manifest: PackageManifest;
  granted: string[];
}
const USABLE = `select p.id, p.name, v.manifest, v.granted
  from outside_plugins p join outside_plugin_versions v on v.id = p.current_id
    join organizations o on o.id = p.organization_id
  where (o.full_plugins or v.manifest->>'kind' is distinct from 'full') and p.enabled and p.organization_id = $1`;
const mayUse = ({ authorizations }: Caller, name: string): boolean =>
  grants(authorizations, `plugin:${name}`);

/** The plugins that are switched on and that the caller's role may use. */
export async function usablePlugins(db: Queries, caller: Caller): Promise<OutsidePlugin[]> {
  const rows = await db.query<UsableRow>(`${USABLE} order by p.name`, [caller.organizationId], {
    often: true,
  });
  return rows
    .filter(({ name }) => mayUse(caller, name))
    .map(({ id, manifest, granted }) => ({ id, manifest, granted }));
}

/** Throws 404 for a plugin that the caller cannot use, 403 where `permission` was not granted to it. */
export async function usablePlugin(
  db: Queries,
  caller: Caller,
  id: string,
  permission: string,
): Promise<OutsidePlugin> {
  const [row] = await db.query<UsableRow>(`${USABLE} and p.id = $2`, [caller.organizationId, id], {
    often: true,
  });
  if (!row || !mayUse(caller, row.name)) throw new HttpError(404, 'http.not-found');
  if (!row.granted.includes(permission))
    throw new HttpError(403, 'plugins.not-granted', { name: row.name, permission });
  return row;
}

/** Takes the switches of a plugin and its tools from all roles, so that another plugin of its name begins with none. */
export async function takeFromRoles(
  tx: Queries,
  events: EventStream,
  { organizationId }: Caller,
  name: string,
): Promise<void> {
  const isOurs = `(a = 'plugin:' || $2 or starts_with(a, 'tool:' || $2 || '.'))`;
  const holders = await tx.query<{ id: string }>(
    `with changed as (
       update roles set version = version + 1,
         authorizations = array(select a from unnest(authorizations) a where not ${isOurs})
       where organization_id = $1 and exists (select 1 from unnest(authorizations) a where ${isOurs})
       returning role_id)
     select m.user_id as id from memberships m join changed c on c.role_id = m.role_id`,
    [organizationId, name],
  );
  const userId = holders.map(({ id }) => id);
  await events.announce(tx, 'session', { userId }, { reason: 'rights-changed' });
}

/** Tells everybody in the organization; the last statement of a transaction. */
export async function announcePlugins(tx: Queries, events: EventStream, caller: Caller): Promise<void> {
  const people = await tx.query<{ id: string }>(
    'select m.user_id as id from memberships m where m.organization_id = $1',
    [caller.organizationId],
  );
  await events.announce(tx, 'plugins', { userId: people.map(({ id }) => id) }, {});
}
