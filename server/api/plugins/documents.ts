import {
  deletePluginDocument,
  getPluginDocument,
  listPluginDocuments,
  PLUGIN_STORE,
  putPluginDocument,
} from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { Precomposed } from '../../base/precomposed.ts';
import { route, type Route } from '../../http/context.ts';
import { holdUnarchived } from '../../http/gate/archived.ts';
import type { Queries } from '../../platform/db/database.ts';
import { requireProject } from '../../shared/access/scope.ts';
import { usablePlugin } from './store.ts';

/** `$1` is the plugin, `$2` the project or null. */
const HERE = 'd.plugin_id = $1 and d.project_id is not distinct from $2::uuid';

export const documentRoutes: Route[] = [
  route(listPluginDocuments, async ({ params, headers, caller, services }) => {
    await requireAccess(services.db, caller, params.id, headers.projectid);
    const rows = await services.db.query<{ name: string }>(
      `select d.name from outside_plugin_documents d where ${HERE} order by d.name`,
      [params.id, headers.projectid ?? null],
    );
    return rows.map(({ name }) => name);
  }),

  route(getPluginDocument, async ({ params, headers, caller, services }) => {
    await requireAccess(services.db, caller, params.id, headers.projectid);
    const [row] = await services.db.query<{ value: string }>(
      `select d.value from outside_plugin_documents d where ${HERE} and d.name = $3`,
      [params.id, headers.projectid ?? null, params.name],
    );
    if (!row) throw new HttpError(404, 'http.not-found');
    return new Precomposed(`{"value":${row.value}}`);
  }),

  route(putPluginDocument, async ({ params, headers, body, caller, services }) => {
    const value = JSON.stringify(body.value ?? null);
    if (Buffer.byteLength(value) > PLUGIN_STORE.bytes)
      throw new HttpError(422, 'plugins.document-too-large', { most: PLUGIN_STORE.bytes / 1024 });
    await services.db.transaction(async (tx) => {
      await lockForWriting(tx, caller, params.id, headers.projectid);
      const projectId = headers.projectid ?? null;
      await refuseFull(tx, params.id, projectId, params.name, Buffer.byteLength(value));
      await tx.query(
        `insert into outside_plugin_documents (plugin_id, project_id, name, value) values ($1, $2, $3, $4)
         on conflict (plugin_id, project_id, name) do update set value = excluded.value, updated_at = now()`,
        [params.id, projectId, params.name, value],
      );
    });
    return undefined;
  }),

  route(deletePluginDocument, async ({ params, headers, caller, services }) => {
    await services.db.transaction(async (tx) => {
      await lockForWriting(tx, caller, params.id, headers.projectid);
      await tx.query(`delete from outside_plugin_documents d where ${HERE} and d.name = $3`, [
        params.id,
        headers.projectid ?? null,
        params.name,
      ]);
    });
    return undefined;
  }),
];

async function requireAccess(
  db: Queries,
  caller: Caller,
  id: string,
  projectId: string | undefined,
): Promise<void> {
  await usablePlugin(db, caller, id, 'store');
  if (projectId !== undefined) await requireProject(db, caller, projectId);
}

/** One writer at a time in each plugin, so that its quota holds. */
async function lockForWriting(
  tx: Queries,
  caller: Caller,
  id: string,
  projectId: string | undefined,
): Promise<void> {
  await requireAccess(tx, caller, id, projectId);
  if (projectId !== undefined) await holdUnarchived(tx, [projectId]);
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('plugin store ' || $1, 0))`, [id]);
}

async function refuseFull(
  tx: Queries,
  id: string,
  projectId: string | null,
  name: string,
  bytes: number,
): Promise<void> {
  const [others] = await tx.query<{ count: number; bytes: number }>(
    `select count(*)::int as count, coalesce(sum(octet_length(d.value)), 0)::int as bytes
     from outside_plugin_documents d where ${HERE} and d.name <> $3`,
    [id, projectId, name],
  );
  const { documents, total } = PLUGIN_STORE;
  if (others!.count >= documents || others!.bytes + bytes > total)
    throw new HttpError(422, 'plugins.store-full', { documents, megabytes: total / 1024 ** 2 });
}
