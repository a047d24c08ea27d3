import {
  compareVersions,
  MAX_PLUGIN_VERSIONS,
  MAX_PLUGINS,
  PACKAGE_LIMITS,
  type InstalledPlugin,
  type Language,
} from '#core/protocol';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { readMultipart } from '../../http/multipart.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services/services.ts';
import { claim, keepBytes } from '../../shared/files/receive.ts';
import { checkPackage, type CheckedPackage } from './package.ts';
import { findPlugin, lockPlugins } from './store.ts';

/** Takes a package. Throws 422 or 409 with a sentence; then nothing is stored. */
export async function takePackage(
  services: Services,
  caller: Caller,
  bytes: Buffer,
  language: Language,
): Promise<InstalledPlugin> {
  const checked = await checkPackage(bytes, language);
  const { key } = await keepBytes(services, checked.entry);
  const jobs = checked.jobs && (await keepBytes(services, checked.jobs));
  return services.db.transaction(async (tx) => {
    await lockPlugins(tx, caller);
    await refuseRevoked(tx, caller, checked.publicKey);
    const id = await insertOrRaise(tx, caller, checked);
    await tx.query(
      `insert into outside_plugin_versions (plugin_id, number, manifest, sha256, key, public_key, uploaded_by, jobs_key)
       values ($1, $2, $3::jsonb, $4, $5, $6, $7, $8)`,
      [
        id,
        checked.manifest.version,
        JSON.stringify(checked.manifest),
        checked.sha256,
        key,
        checked.publicKey,
        caller.userId,
        jobs?.key ?? null,
      ],
    );
    await claim(tx, key);
    if (jobs) await claim(tx, jobs.key);
    const subject = { kind: 'plugin', id, name: checked.manifest.id };
    const detail = { version: checked.manifest.version, signedBy: checked.publicKey };
    await audit(tx, { kind: 'plugin.uploaded', actor: caller, subject, detail });
    return findPlugin(tx, caller, id);
  });
}

/** The package of an upload. Throws 413, 422. */
export async function receivePackage(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw new HttpError(422, 'files.no-file');
  let received: Buffer | undefined;
  await readMultipart(request, { files: 1 }, async ({ file }) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of file as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > PACKAGE_LIMITS.zip)
        throw new HttpError(413, 'http.upload-too-large', { megabytes: PACKAGE_LIMITS.zip / 1024 ** 2 });
      chunks.push(chunk);
    }
    received = Buffer.concat(chunks);
  });
  if (!received) throw new HttpError(422, 'files.no-file');
  return received;
}

async function refuseRevoked(tx: Queries, caller: Caller, publicKey: string): Promise<void> {
  const [revoked] = await tx.query<{ name: string }>(
    `select name from plugin_keys where organization_id = $1 and public_key = $2 and revoked_at is not null`,
    [caller.organizationId, publicKey],
  );
  if (revoked) throw new HttpError(422, 'plugins.key-revoked', { name: revoked.name });
}

/** The id of the plugin, made or with its highest version raised. */
async function insertOrRaise(tx: Queries, caller: Caller, checked: CheckedPackage): Promise<string> {
  const { id: name, version } = checked.manifest;
  const [before] = await tx.query<{ id: string; highest: string; signer: string; versions: number }>(
    `select p.id, p.highest, max(v.public_key) as signer, count(*)::int as versions
     from outside_plugins p join outside_plugin_versions v on v.plugin_id = p.id
     where p.organization_id = $1 and p.name = $2 group by p.id`,
    [caller.organizationId, name],
  );
  if (!before) return addPlugin(tx, caller, name, version);
  const { id, highest, signer, versions } = before;
  if (signer !== checked.publicKey) throw new HttpError(409, 'plugins.other-key', { name });
  if (compareVersions(version, highest) <= 0)
    throw new HttpError(409, 'plugins.not-newer', { name, version, highest });
  if (versions >= MAX_PLUGIN_VERSIONS)
    throw new HttpError(422, 'plugins.too-many-versions', { name, most: MAX_PLUGIN_VERSIONS });
  await tx.query('update outside_plugins set highest = $2, version = version + 1 where id = $1', [
    id,
    version,
  ]);
  return id;
}

async function addPlugin(tx: Queries, caller: Caller, name: string, version: string): Promise<string> {
  const [{ count } = { count: 0 }] = await tx.query<{ count: number }>(
    'select count(*)::int as count from outside_plugins where organization_id = $1',
    [caller.organizationId],
  );
  if (count >= MAX_PLUGINS) throw new HttpError(422, 'plugins.too-many', { most: MAX_PLUGINS });
  const [made] = await tx.query<{ id: string }>(
    'insert into outside_plugins (organization_id, name, highest) values ($1, $2, $3) returning id',
    [caller.organizationId, name, version],
  );
  return made!.id;
}
