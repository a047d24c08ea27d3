import type { Geometry } from '#core/protocol';
import type { Scope } from '../access/scope.ts';
import type { Queries } from '../../platform/db/database.ts';
import { aboutSql, readAbout, type ObjectAttributes } from './about.ts';

/** An object in its current state, locked until the transaction ends. */
export interface LockedObject {
  id: string;
  projectId: string;
  version: number;
  typeName: string;
  importId: string | null;
  geometryType: Geometry['type'];
  about: ObjectAttributes;
  /** GeoJSON text. */
  location: string;
}

/**
 * Locks objects of the scope, always in the order of their ids, so that writers do not deadlock. Ids that the caller
 * does not have are omitted.
 */
export async function lockAndReadObjects(
  tx: Queries,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, LockedObject>> {
  if (ids.length === 0) return new Map();
  const params: unknown[] = [ids];
  const rows = await tx.query<Omit<LockedObject, 'about'> & { about: string }>(
    `select g.id, g.project_id as "projectId", g.version, g.type_name as "typeName", g.import_id as "importId",
       substr(st_geometrytype(g.geom), 4) as "geometryType", ${aboutSql('g')} as about,
       g.location
     from geometries g where g.id = any($1::uuid[]) and ${scope.objects('g', params)}
     order by g.id for update of g`,
    params,
  );
  return new Map(rows.map((row) => [row.id, { ...row, about: readAbout(row.about) }]));
}

/** Locks one object and reads only its project. Returns undefined when it is not in the scope. */
export async function lockObject(
  tx: Queries,
  scope: Scope,
  id: string,
): Promise<Pick<LockedObject, 'id' | 'projectId'> | undefined> {
  const params: unknown[] = [id];
  const [row] = await tx.query<Pick<LockedObject, 'id' | 'projectId'>>(
    `select g.id, g.project_id as "projectId" from geometries g
     where g.id = $1 and ${scope.objects('g', params)} for update of g`,
    params,
  );
  return row;
}

/** Locks objects in the same order without reading them, for callers that read them in batches. */
export async function lockObjects(tx: Queries, scope: Scope, ids: readonly string[]): Promise<void> {
  const params: unknown[] = [ids];
  await tx.query(
    `select 1 from geometries g where g.id = any($1::uuid[]) and ${scope.objects('g', params)}
     order by g.id for update of g`,
    params,
  );
}

/** The last state of a deleted object, and the version of its deletion. */
export interface Tombstone {
  id: string;
  version: number;
  typeName: string;
  importId: string | null;
  /** The complete object before the deletion, JSON text. */
  before: string;
  /** The transaction that deleted it. */
  deletion: { id: string; at: string; by: string; kind: 'delete' | 'undo' | 'split' };
}

export async function findTombstones(
  tx: Queries,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, Tombstone>> {
  if (ids.length === 0) return new Map();
  const params: unknown[] = [ids];
  const rows = await tx.query<
    Omit<Tombstone, 'deletion'> & {
      transaction: number;
      at: string;
      by: string;
      kind: 'delete' | 'undo' | 'split';
    }
  >(
    `select last.geometry_id as id, last.version, last.type_name as "typeName", last.import_id as "importId",
       last.before, last.id as transaction, last.at, last.kind, u.name as by
     from (
       select distinct on (t.geometry_id) t.* from transactions t where t.geometry_id = any($1::uuid[])
       order by t.geometry_id, t.id desc
     ) last join users u on u.id = last.by_user
     where last.after is null and last.before is not null and ${scope.objects('last', params)}`,
    params,
  );
  return new Map(
    rows.map(({ transaction, at, by, kind, ...row }) => [
      row.id,
      { ...row, deletion: { id: String(transaction), at, by, kind } },
    ]),
  );
}
