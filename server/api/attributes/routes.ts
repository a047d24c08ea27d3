import {
  countTypeObjects,
  createAttribute,
  deleteAttribute,
  getAttribute,
  listAttributes,
  listProjectAttributes,
  updateAttribute,
  type ObjectType,
} from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import { requestedTypes } from '../../shared/access/requested.ts';
import { requireProject, scopeOf } from '../../shared/access/scope.ts';
import type { Queries } from '../../platform/db/database.ts';
import { route, type Route } from '../../http/context.ts';
import { listClauses, listed } from '../../http/list.ts';
import { holdUnarchived, refuseArchived } from '../../http/gate/archived.ts';
import { HttpError } from '../../base/http-error.ts';
import { tagVersion } from '../../http/versions.ts';
import { columnsOf, createType, refuseSameName } from '../../shared/attributes/create-type.ts';
import { announceTypes } from '../../shared/attributes/announce-types.ts';
import { refuseDefinition, refuseLayout } from '../../shared/attributes/definition.ts';
import { editObjects } from '../../shared/geometries/editing.ts';
import { deleteType, objectsOf } from './delete-type.ts';
import { fieldRoutes } from './fields.ts';
import { imageRoutes } from './images.ts';
import { refuseForeignProjects } from '../../shared/attributes/foreign-projects.ts';
import { takeType } from './take-type.ts';
import { typeFileRoutes } from './type-file/routes.ts';
import { COUNT } from '../../shared/counts/counts.ts';
import { countObjectsOf, findType, TYPE_COLUMNS } from '../../shared/attributes/types.ts';

const LIST = {
  columns: {
    name: 'lower(t.name)',
    geometryType: 't.geometry_type',
    title: `lower(t.title->>'en')`,
    'title.en': `lower(t.title->>'en')`,
    'title.it': `lower(t.title->>'it')`,
  },
  searched: ['t.name', `t.title->>'en'`, `t.title->>'it'`],
  defaultOrder: 'lower(t.name)',
  unique: 't.id',
};

export const routes: Route[] = [
  ...imageRoutes,
  ...fieldRoutes,
  ...typeFileRoutes,

  route(listAttributes, async ({ query, caller, services, reply }) => {
    const search = query.search ?? query.objectname;
    return listed(reply, { ...query, search }, (pageQuery) => {
      const params: unknown[] = [];
      const visible = scopeOf(caller).types('t', params);
      const { where, tail } = listClauses(pageQuery, LIST, params);
      return services.db.query<ObjectType & { total: number }>(
        `select ${TYPE_COLUMNS}, count(*) over () as total from object_types t where ${visible} and ${where} ${tail}`,
        params,
      );
    });
  }),

  route(listProjectAttributes, async ({ headers, caller, services, reply }) => {
    await requireProject(services.db, caller, headers.projectid);
    const params: unknown[] = [];
    const typeNames = await requestedTypes(services.db, caller, headers);
    const scope = scopeOf(caller, { projectId: headers.projectid, ...(typeNames && { typeNames }) });
    const rows = await services.db.query<ObjectType>(
      `select ${TYPE_COLUMNS} from object_types t where ${scope.types('t', params)} order by lower(t.name), t.id`,
      params,
    );
    void reply.header('x-total-count', String(rows.length));
    return rows;
  }),

  route(getAttribute, async ({ params, caller, services, reply }) => {
    const type = await findType(services.db, scopeOf(caller), params.id);
    if (!type) throw new HttpError(404, 'http.not-found');
    tagVersion(reply, type.version);
    return type;
  }),

  route(createAttribute, async ({ body, caller, language, services, reply }) => {
    refuseDefinition(body, language);
    refuseLayout({ fields: body.fields ?? [], groups: body.groups }, language);
    const type = await services.db.transaction(async (tx) => {
      await refuseForeignProjects(tx, caller, body.projectIds);
      await holdUnarchived(tx, await refuseArchived(tx, caller, body.projectIds ?? []));
      const created = await createType(tx, caller, body);
      await announceTypes(tx, services.events, caller);
      return created;
    });
    void reply.code(201);
    tagVersion(reply, type.version);
    return type;
  }),

  route(updateAttribute, async ({ params, body, caller, language, ifMatch, services, reply }) => {
    refuseDefinition(body, language);
    const type = await services.db.transaction(async (tx) => {
      const before = await takeType(tx, scopeOf(caller), params.id, ifMatch);
      const added = body.projectIds?.filter((id) => !before.projectIds.includes(id));
      await refuseForeignProjects(tx, caller, added);
      await holdUnarchived(tx, await refuseArchived(tx, caller, added ?? []));
      if (body.name !== undefined && body.name !== before.name) await refuseInUse(tx, caller, before);
      if (body.projectIds) await refuseLeavingObjects(tx, before, body.projectIds);
      const after = { ...before, ...body };
      if (body.fields || body.groups) refuseLayout(after, language);
      const [row] = await tx
        .query<ObjectType>(
          `update object_types t set name = $2, title = $3, geometry_type = $4, fields = $5, groups = $6, style = $7, icon = $8,
             project_ids = $9::uuid[], version = version + 1
           where t.id = $1 returning ${TYPE_COLUMNS}`,
          [params.id, ...columnsOf(after)],
        )
        .catch(refuseSameName(after.name));
      await announceTypes(tx, services.events, caller);
      return row!;
    });
    tagVersion(reply, type.version);
    return type;
  }),

  route(countTypeObjects, async ({ params, caller, services }) => {
    const type = await findType(services.db, scopeOf(caller), params.id);
    if (!type) throw new HttpError(404, 'http.not-found');
    return objectsOf(services.db, caller, type);
  }),

  route(deleteAttribute, async ({ params, query, caller, language, ifMatch, services }) => {
    const { db, events } = services;
    await editObjects({ db, events, caller, language }, async ({ tx }) => {
      const type = await takeType(tx, scopeOf(caller), params.id, ifMatch);
      await deleteType(tx, events, caller, type, query.objects ?? 0);
    });
  }),
];

/** Counts the objects in all projects of the type, including those the caller does not work on. */
async function refuseInUse(tx: Queries, caller: Caller, type: ObjectType): Promise<void> {
  const count = await countObjectsOf(tx, caller, type);
  if (count > 0) throw new HttpError(409, 'attributes.in-use-renamed', { name: type.name, count });
}

/** A type limited to some projects must not have objects in others. */
async function refuseLeavingObjects(
  tx: Queries,
  type: ObjectType,
  projectIds: readonly string[],
): Promise<void> {
  if (projectIds.length === 0) return;
  const [row] = await tx.query<{ count: number }>(
    `select ${COUNT} as count from object_counts c join projects p on p.id = c.project_id
     where p.organization_id = (select t.organization_id from object_types t where t.id = $1) and c.type_name = $2
       and not (c.project_id = any($3::uuid[]))
       and ($4::uuid[] = '{}' or c.project_id = any($4::uuid[]))`,
    [type.id, type.name, projectIds, type.projectIds],
  );
  const count = row?.count ?? 0;
  if (count > 0) throw new HttpError(409, 'attributes.in-use-elsewhere', { name: type.name, count });
}
