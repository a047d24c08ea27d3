import { getPluginStoreUsage, listPluginDocumentVersions, PLUGIN_STORE, type AnswerOf } from '#core/protocol';
import { route, type Route } from '../../http/context.ts';
import type { Queries } from '../../platform/db/database.ts';
import { HERE, requireAccess } from './document-access.ts';

type Version = AnswerOf<typeof listPluginDocumentVersions>[number];
const COLUMNS = `d.version, octet_length(d.value) as bytes, u.name as "storedBy",
  to_char(d.%s at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "storedAt"`;

export const versionRoutes: Route[] = [
  route(listPluginDocumentVersions, async ({ params, headers, caller, services }) => {
    await requireAccess(services.db, caller, params.id, headers.projectid);
    return services.db.query<Version>(
      `select ${COLUMNS.replace('%s', 'updated_at')} from outside_plugin_documents d
         left join users u on u.id = d.stored_by where ${HERE} and d.name = $3
       union all
       select ${COLUMNS.replace('%s', 'stored_at')} from outside_plugin_document_versions d
         left join users u on u.id = d.stored_by where ${HERE} and d.name = $3
       order by version desc`,
      [params.id, headers.projectid ?? null, params.name],
    );
  }),

  route(getPluginStoreUsage, async ({ params, headers, caller, services }) => {
    await requireAccess(services.db, caller, params.id, headers.projectid);
    const [used] = await services.db.query<{ documents: number; bytes: number }>(
      `select count(*)::int as documents, coalesce(sum(octet_length(d.value)), 0)::int as bytes
       from outside_plugin_documents d where ${HERE}`,
      [params.id, headers.projectid ?? null],
    );
    return { ...used!, mostDocuments: PLUGIN_STORE.documents, mostBytes: PLUGIN_STORE.total };
  }),
];

/** The value of an earlier version; undefined where it is not kept. */
export async function earlierValue(
  db: Queries,
  id: string,
  projectId: string | null,
  name: string,
  version: number,
): Promise<string | undefined> {
  const [row] = await db.query<{ value: string }>(
    `select d.value from outside_plugin_document_versions d where ${HERE} and d.name = $3 and d.version = $4`,
    [id, projectId, name, version],
  );
  return row?.value;
}

/**
 * Keeps the present value of a document before it is replaced or removed. Of each document the latest are kept, and of a place
 * as many bytes as it may have.
 */
export async function keepVersion(
  tx: Queries,
  id: string,
  projectId: string | null,
  name: string,
): Promise<void> {
  await tx.query(
    `insert into outside_plugin_document_versions (plugin_id, project_id, name, version, value, stored_at, stored_by)
     select d.plugin_id, d.project_id, d.name, d.version, d.value, d.updated_at, d.stored_by
     from outside_plugin_documents d where ${HERE} and d.name = $3
     on conflict (plugin_id, project_id, name, version) do nothing`,
    [id, projectId, name],
  );
  await tx.query(
    `delete from outside_plugin_document_versions o using (
       select d.name, d.version,
         row_number() over (partition by d.name order by d.version desc) as place,
         sum(octet_length(d.value)) over (order by d.stored_at desc, d.name, d.version desc) as bytes
       from outside_plugin_document_versions d where ${HERE}) k
     where o.plugin_id = $1 and o.project_id is not distinct from $2::uuid and o.name = k.name
       and o.version = k.version and (k.place > $3 or k.bytes > $4)`,
    [id, projectId, PLUGIN_STORE.versions, PLUGIN_STORE.total],
  );
}
