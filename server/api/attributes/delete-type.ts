import { grants, MAX_DELETED_WITH_TYPE, type ObjectType, type TypeObjects } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { HttpError } from '../../base/http-error.ts';
import { holdUnarchived, refuseArchived } from '../../http/gate/archived.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Queries } from '../../platform/db/database.ts';
import type { EventStream } from '../../platform/events/stream.ts';
import { scopeOf, scopeOfType, type TypeRef } from '../../shared/access/scope.ts';
import { COUNT } from '../../shared/counts/counts.ts';
import { countObjectsOf } from '../../shared/attributes/types.ts';
import { announceTypes } from '../../shared/attributes/announce-types.ts';
import { deleteMany } from '../../shared/geometries/delete-many.ts';

/** Counts the objects of a type, by project. */
export async function objectsOf(db: Queries, caller: Caller, type: TypeRef): Promise<TypeObjects> {
  const params: unknown[] = [];
  const scope = scopeOfType(caller, type);
  const projects = await db.query<TypeObjects['projects'][number]>(
    `select p.id, p.project_name as "projectName", ${COUNT} as count from object_counts c
       join projects p on p.id = c.project_id
     where ${scope.objects('c', params)} group by p.id, p.project_name having sum(c.count) <> 0 order by lower(p.project_name), p.id`,
    params,
  );
  const count = projects.reduce((sum, project) => sum + project.count, 0);
  const all = await countObjectsOf(db, caller, type);
  return { count, projects, elsewhere: all - count };
}

/**
 * Deletes a locked type with its objects; `confirmed` is how many of them may be deleted. Throws HttpError 409 when
 * there are more, too many, or some in projects of others or archived ones, and 403 without the right to delete objects.
 */
export async function deleteType(
  tx: Queries,
  events: EventStream,
  caller: Caller,
  type: ObjectType,
  confirmed: number,
): Promise<void> {
  const { name } = type;
  const { count, projects, elsewhere } = await objectsOf(tx, caller, type);
  if (elsewhere > 0) throw new HttpError(409, 'attributes.objects-elsewhere', { name, count: elsewhere });
  const projectIds = projects.map(({ id }) => id);
  await holdUnarchived(tx, await refuseArchived(tx, caller, projectIds));
  if (count > confirmed) throw new HttpError(409, 'attributes.in-use-deleted', { name, count });
  if (count > MAX_DELETED_WITH_TYPE)
    throw new HttpError(409, 'attributes.objects-many', { name, count, max: MAX_DELETED_WITH_TYPE });
  if (count > 0 && !grants(caller.authorizations, 'geometries.delete'))
    throw new HttpError(403, 'auth.not-allowed', { authorization: 'geometries.delete' });
  for (const project of projects) {
    const scope = scopeOf(caller, { projectId: project.id, typeNames: [name] });
    const params: unknown[] = [];
    const rows = await tx.query<{ id: string }>(
      `select g.id from geometries g where ${scope.objects('g', params)} order by g.id`,
      params,
    );
    const ids = rows.map(({ id }) => id);
    await deleteMany(tx, events, caller, project.id, scope, ids);
  }
  await tx.query('delete from object_types where id = $1', [type.id]);
  const subject = { kind: 'type', id: type.id, name };
  await audit(tx, { kind: 'type.deleted', actor: caller, subject, detail: { objects: count } });
  await announceTypes(tx, events, caller);
}
