import { PLUGIN_STORE } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { holdUnarchived } from '../../http/gate/archived.ts';
import { stale } from '../../http/versions.ts';
import type { Database, Queries } from '../../platform/db/database.ts';
import { HERE, requireAccess } from './document-access.ts';
import { earlierValue, keepVersion } from './document-versions.ts';

/** A document of a plugin; without a project, of the organization. */
export interface StoredPlace {
  readonly id: string;
  readonly projectId: string | undefined;
  readonly name: string;
}

interface Found {
  readonly value: string;
  readonly version: number;
}

export async function listStored(
  db: Queries,
  caller: Caller,
  { id, projectId }: StoredPlace,
): Promise<string[]> {
  await requireAccess(db, caller, id, projectId);
  const rows = await db.query<{ name: string }>(
    `select d.name from outside_plugin_documents d where ${HERE} order by d.name`,
    [id, projectId ?? null],
  );
  return rows.map(({ name }) => name);
}

/** A document as JSON text, as it is or in an earlier version; undefined where there is none. */
export async function readStored(
  db: Queries,
  caller: Caller,
  place: StoredPlace,
  wanted?: number,
): Promise<Found | undefined> {
  await requireAccess(db, caller, place.id, place.projectId);
  const present = await findDocument(db, place);
  if (wanted === undefined || wanted === present?.version) return present;
  const value = await earlierValue(db, place.id, place.projectId ?? null, place.name, wanted);
  return value === undefined ? undefined : { value, version: wanted };
}

/** Stores JSON text and resolves to its version. With `expected`, throws 412 where the version is another; 0: none. */
export async function storeDocument(
  db: Database,
  caller: Caller,
  place: StoredPlace,
  value: string,
  expected?: number,
): Promise<number> {
  if (Buffer.byteLength(value) > PLUGIN_STORE.bytes)
    throw new HttpError(422, 'plugins.document-too-large', { most: PLUGIN_STORE.bytes / 1024 });
  const { id, name } = place;
  const projectId = place.projectId ?? null;
  return db.transaction(async (tx) => {
    await lockForWriting(tx, caller, place);
    const present = await findDocument(tx, place);
    if (expected !== undefined && expected !== (present?.version ?? 0))
      throw stale(present && { value: JSON.parse(present.value) as unknown }, present?.version ?? 0);
    await refuseFull(tx, place, Buffer.byteLength(value));
    await keepVersion(tx, id, projectId, name);
    const [stored] = await tx.query<{ version: number }>(
      `insert into outside_plugin_documents as d (plugin_id, project_id, name, value, stored_by, version)
       values ($1, $2, $3, $4, $5, coalesce((select max(v.version) from outside_plugin_document_versions v
         where v.plugin_id = $1 and v.project_id is not distinct from $2::uuid and v.name = $3), 0) + 1)
       on conflict (plugin_id, project_id, name) do update
         set value = excluded.value, updated_at = now(), stored_by = excluded.stored_by, version = d.version + 1
       returning d.version`,
      [id, projectId, name, value, caller.userId],
    );
    return stored!.version;
  });
}

export async function removeStored(db: Database, caller: Caller, place: StoredPlace): Promise<void> {
  const projectId = place.projectId ?? null;
  await db.transaction(async (tx) => {
    await lockForWriting(tx, caller, place);
    await keepVersion(tx, place.id, projectId, place.name);
    await tx.query(`delete from outside_plugin_documents d where ${HERE} and d.name = $3`, [
      place.id,
      projectId,
      place.name,
    ]);
  });
}

async function findDocument(db: Queries, { id, projectId, name }: StoredPlace): Promise<Found | undefined> {
  const [row] = await db.query<Found>(
    `select d.value, d.version from outside_plugin_documents d where ${HERE} and d.name = $3`,
    [id, projectId ?? null, name],
  );
  return row;
}

/** One writer at a time in each plugin, so that its quota holds. */
async function lockForWriting(tx: Queries, caller: Caller, { id, projectId }: StoredPlace): Promise<void> {
  await requireAccess(tx, caller, id, projectId);
  if (projectId !== undefined) await holdUnarchived(tx, [projectId]);
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('plugin store ' || $1, 0))`, [id]);
}

async function refuseFull(tx: Queries, { id, projectId, name }: StoredPlace, bytes: number): Promise<void> {
  const [others] = await tx.query<{ count: number; bytes: number }>(
    `select count(*)::int as count, coalesce(sum(octet_length(d.value)), 0)::int as bytes
     from outside_plugin_documents d where ${HERE} and d.name <> $3`,
    [id, projectId ?? null, name],
  );
  const { documents, total } = PLUGIN_STORE;
  if (others!.count >= documents || others!.bytes + bytes > total)
    throw new HttpError(422, 'plugins.store-full', { documents, megabytes: total / 1024 ** 2 });
}
