import type { FastifyReply } from 'fastify';
import { contentOf } from '../features/content.ts';
import { queryablesOf, type Queryable } from '../features/queryables.ts';
import { GEOMETRY_NAME } from '../cql2/to-sql.ts';
import { pathOf, titleOf, typeOf } from './collections.ts';
import { address, answered, exactly, type OgcApiRequest } from './ogcapi-request.ts';
import { JSON_SCHEMA, valueOf } from './schema.ts';

const KINDS: Record<Queryable['kind'], object> = {
  text: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  time: { type: 'string', format: 'date-time' },
  id: { type: 'string', format: 'uuid' },
};

/** JSON Schema of the properties that filters and `sortby` of a collection can name. */
export async function queryables(context: OgcApiRequest, id: string): Promise<FastifyReply> {
  const type = await typeOf(context, id);
  const content = await contentOf(context.services.db, context, type);
  const fields = new Map(type.fields.map((field) => [field.name, field]));
  const properties = [...queryablesOf(type)].map(([name, { kind }]) => {
    const field = fields.get(name);
    return [
      name,
      { title: field?.title[context.language] ?? name, ...(field ? valueOf(field, content) : KINDS[kind]) },
    ];
  });
  const described = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: address(context.base, `${pathOf(type)}/queryables`),
    title: titleOf(context, type),
    type: 'object',
    properties: {
      ...Object.fromEntries(properties),
      [GEOMETRY_NAME]: { $ref: 'https://geojson.org/schema/Geometry.json', format: 'geometry-any' },
    },
    additionalProperties: false,
  };
  if (context.html) return answered(context, titleOf(context, type), described);
  return exactly(context.reply, JSON_SCHEMA, JSON.stringify(described));
}
