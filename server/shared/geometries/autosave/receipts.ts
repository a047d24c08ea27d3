import type { Database, Queries } from '../../../platform/db/database.ts';

/** The stored result of a change by its client id. */
export interface Receipt {
  clientId: string;
  hash: string;
  id: string;
  version: number;
}

/** Days until the receipt of a change is deleted if its client never acknowledged it. */
const RETENTION_DAYS = 30;

export async function findReceipts(
  tx: Queries,
  projectId: string,
  clientIds: readonly string[],
): Promise<Map<string, Receipt>> {
  if (clientIds.length === 0) return new Map();
  const rows = await tx.query<Receipt>(
    `select client_id as "clientId", encode(content_hash, 'hex') as hash, geometry_id as id, version
     from autosave_receipts where project_id = $1 and client_id = any($2::text[])`,
    [projectId, clientIds],
  );
  return new Map(rows.map((row) => [row.clientId, row]));
}

/**
 * `known` contains the ids that have a receipt; a new receipt that another writer created meanwhile is a unique
 * violation.
 */
export async function writeReceipts(
  tx: Queries,
  projectId: string,
  receipts: readonly Receipt[],
  known: ReadonlyMap<string, Receipt>,
): Promise<void> {
  const sorted = [...receipts].sort((a, b) => (a.clientId < b.clientId ? -1 : 1));
  const columns = (rows: Receipt[]) => [
    projectId,
    rows.map(({ clientId }) => clientId),
    rows.map(({ hash }) => hash),
    rows.map(({ id }) => id),
    rows.map(({ version }) => version),
  ];
  const given = `unnest($2::text[], $3::text[], $4::uuid[], $5::int[]) as n(client_id, hash, id, version)`;
  const fresh = sorted.filter(({ clientId }) => !known.has(clientId));
  if (fresh.length > 0)
    await tx.query(
      `insert into autosave_receipts (project_id, client_id, content_hash, geometry_id, version)
       select $1::uuid, n.client_id, decode(n.hash, 'hex'), n.id, n.version from ${given}`,
      columns(fresh),
    );
  const renewed = sorted.filter(({ clientId }) => known.has(clientId));
  if (renewed.length > 0)
    await tx.query(
      `update autosave_receipts r set content_hash = decode(n.hash, 'hex'), geometry_id = n.id, version = n.version,
         at = now()
       from ${given} where r.project_id = $1::uuid and r.client_id = n.client_id`,
      columns(renewed),
    );
}

const HOUR = 3_600_000;
const forgotten = new WeakMap<object, number>();

/** Deletes old receipts, at most once an hour for each `server`, any object that lives as long. */
export async function forgetOldReceipts(db: Database, server: object): Promise<void> {
  if ((forgotten.get(server) ?? 0) > Date.now() - HOUR) return;
  forgotten.set(server, Date.now());
  await db.query(`delete from autosave_receipts where at < now() - make_interval(days => ${RETENTION_DAYS})`);
}
