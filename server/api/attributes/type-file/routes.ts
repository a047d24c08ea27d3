import {
  MAX_TYPES_IN_FILE,
  readTypes,
  saveTypes,
  takeTypes,
  TYPE_FILE_FORMAT,
  TYPE_FILE_VERSION,
  type DescribedType,
  type ObjectType,
} from '#core/protocol';
import { HttpError } from '../../../base/http-error.ts';
import { route, type Route } from '../../../http/context.ts';
import { holdUnarchived, refuseArchived } from '../../../http/gate/archived.ts';
import { scopeOf } from '../../../shared/access/scope.ts';
import { announceTypes } from '../../../shared/attributes/announce-types.ts';
import { createType } from '../../../shared/attributes/create-type.ts';
import { refuseDefinition } from '../../../shared/attributes/definition.ts';
import { TYPE_COLUMNS } from '../../../shared/attributes/types.ts';
import { refuseForeignProjects } from '../../../shared/attributes/foreign-projects.ts';
import { apart, withExisting } from './existing-types.ts';
import { readTypeFile } from './read-types.ts';

/** Object types as files: saved, read, and taken from one. */
export const typeFileRoutes: Route[] = [
  route(saveTypes, async ({ query, caller, services, reply }) => {
    const ids = query.ids === undefined ? null : [...new Set(query.ids.toLowerCase().split(','))];
    const params: unknown[] = [ids];
    const visible = scopeOf(caller).types('t', params);
    const rows = await services.db.query<ObjectType>(
      `select ${TYPE_COLUMNS} from object_types t where ($1::text[] is null or t.id::text = any($1::text[])) and ${visible}
       order by lower(t.name), t.id limit ${MAX_TYPES_IN_FILE + 1}`,
      params,
    );
    if (rows.length > MAX_TYPES_IN_FILE)
      throw new HttpError(409, 'attributes.file-many', { max: MAX_TYPES_IN_FILE });
    if (rows.length === 0 || (ids && rows.length < ids.length)) throw new HttpError(404, 'http.not-found');
    void reply.header('content-disposition', 'attachment; filename="object-types.json"');
    return {
      format: TYPE_FILE_FORMAT,
      version: TYPE_FILE_VERSION,
      types: apart(rows.map(described)),
    } as const;
  }),

  route(readTypes, async ({ body, caller, language, services }) => {
    const types = readTypeFile(body.text, language);
    await refuseForeignProjects(services.db, caller, body.projectIds);
    return { types: await withExisting(services.db, caller, types, body.projectIds) };
  }),

  route(takeTypes, async ({ body, caller, language, services, reply }) => {
    const { projectIds, take } = body;
    const known = new Map(readTypeFile(body.text, language).map((type) => [type.name, type]));
    const types = take.map(({ name, as = name }) => {
      const type = known.get(name);
      if (!type) throw new HttpError(422, 'attributes.file-lacks', { name });
      refuseDefinition({ name: as }, language);
      return { ...type, name: as, projectIds };
    });
    const created = await services.db.transaction(async (tx) => {
      await refuseForeignProjects(tx, caller, projectIds);
      await holdUnarchived(tx, await refuseArchived(tx, caller, projectIds));
      const made: ObjectType[] = [];
      for (const type of types) made.push(await createType(tx, caller, type));
      await announceTypes(tx, services.events, caller);
      return made;
    });
    void reply.code(201);
    return created;
  }),
];

function described({ name, title, geometryType, fields, groups, style, icon }: ObjectType): DescribedType {
  return { name, title, geometryType, fields, ...(groups?.length && { groups }), style, icon };
}
