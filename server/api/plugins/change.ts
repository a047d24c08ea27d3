import type { BodyOf, changePlugin, InstalledPlugin, PluginVersionRecord } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Queries } from '../../platform/db/database.ts';
import { requireFull } from './full.ts';
import { findPlugin, takePlugin } from './store.ts';

type Wanted = BodyOf<typeof changePlugin>;

/** Approves a version, or switches a plugin on or off. Throws 404, 409, 412 and 422 with a sentence. */
export async function change(
  tx: Queries,
  caller: Caller,
  id: string,
  ifMatch: number,
  wanted: Wanted,
): Promise<InstalledPlugin> {
  const before = await takePlugin(tx, caller, id, ifMatch);
  if (Object.values(wanted).every((value) => value === undefined)) return before;
  const current = before.versions.find((each) => each.id === (wanted.versionId ?? before.currentId));
  if (wanted.versionId !== undefined && !current) throw new HttpError(404, 'http.not-found');
  if (wanted.granted && !current) throw new HttpError(409, 'plugins.not-approved', { name: before.name });
  const granted = grantedBy(wanted, before, current);
  const enabled = wanted.enabled ?? before.enabled;
  if (enabled) refuseUnusable(before.name, current);
  if (enabled && current?.manifest.kind === 'full') await requireFull(tx, caller, before.name);
  await tx.query(
    'update outside_plugins set enabled = $2, current_id = $3, version = version + 1 where id = $1',
    [id, enabled, current?.id ?? null],
  );
  if (current && (wanted.granted ?? wanted.versionId))
    await tx.query(
      'update outside_plugin_versions set granted = $2, approved_at = now(), approved_by = $3 where id = $1',
      [current.id, granted, caller.userId],
    );
  const subject = { kind: 'plugin', id, name: before.name };
  const detail = { enabled, version: current?.manifest.version ?? null, granted };
  await audit(tx, { kind: 'plugin.changed', actor: caller, subject, detail });
  return findPlugin(tx, caller, id);
}

/** What is granted is always said together with a version, so that nothing is granted by itself. */
function grantedBy(
  { versionId, granted }: Wanted,
  { name, currentId }: InstalledPlugin,
  version: PluginVersionRecord | undefined,
): string[] {
  if (versionId !== undefined && versionId !== currentId && !granted)
    throw new HttpError(422, 'plugins.grants-missing', { name });
  const more = granted?.find((permission) => !version?.manifest.permissions.includes(permission));
  if (more !== undefined) throw new HttpError(422, 'plugins.not-asked', { name, permission: more });
  return granted ? [...new Set(granted)] : (version?.granted ?? []);
}

function refuseUnusable(name: string, version: PluginVersionRecord | undefined): void {
  if (!version) throw new HttpError(409, 'plugins.not-approved', { name });
  if (version.signedBy.state !== 'accepted') throw new HttpError(409, 'plugins.key-not-accepted', { name });
}
