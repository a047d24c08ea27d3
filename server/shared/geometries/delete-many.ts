import type { Scope } from '../access/scope.ts';
import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { EventStream } from '../../platform/events/stream.ts';
import { objectSql } from './about.ts';
import { recordCounts } from '../counts/counts.ts';
import { recordExtents } from '../extents/changes.ts';
import { recordChanges } from '../overviews/changes.ts';
import { announceObjects } from './announce.ts';

/** Deletes those of the ids that are objects of the scope, in one statement; resolves to their ids. */
export async function deleteMany(
  tx: Queries,
  events: EventStream,
  caller: Caller,
  projectId: string,
  scope: Scope,
  ids: readonly string[],
): Promise<Set<string>> {
  const params: unknown[] = [projectId, caller.userId, ids];
  const removed = await tx.query<{ id: string; version: number; typeName: string }>(
    `with doomed as materialized (
       select g.id, g.geom, g.type_name, g.version + 1 as version, g.import_id, ${objectSql('g')} as before
       from geometries g where g.id = any($3::uuid[]) and ${scope.objects('g', params)} order by g.id for update of g
     ), history as (
       insert into transactions (project_id, geometry_id, type_name, kind, by_user, version, before, import_id)
       select $1::uuid, d.id, d.type_name, 'delete', $2::uuid, d.version, d.before, d.import_id from doomed d
     ), touched as (
       ${recordChanges('$1', 'select d.geom from doomed d')}
     ), extents as (
       ${recordExtents('$1', 'select d.geom, d.type_name from doomed d')}
     ), counts as (
       ${recordCounts('$1', 'select d.type_name from doomed d')}
     ), gone as (
       delete from geometries g using doomed d where g.id = d.id
     )
     select d.id, d.version, d.type_name as "typeName" from doomed d`,
    params,
  );
  await announceObjects(tx, events, caller, projectId, { changed: [], removed });
  return new Set(removed.map(({ id }) => id));
}
