import type { FastifyReply } from 'fastify';
import type { Field } from '#core/protocol';
import { contentOf, type TypeContent } from '../features/content.ts';
import { answered, exactly, type OgcApiRequest } from './ogcapi-request.ts';
import { titleOf, typeOf } from './collections.ts';

export const JSON_SCHEMA = 'application/schema+json';

/** JSON Schema of a collection's items, so that clients need not infer field types from the first page. */
export async function schema(context: OgcApiRequest, id: string): Promise<FastifyReply> {
  const type = await typeOf(context, id);
  const content = await contentOf(context.services.db, context, type);
  const fields: [string, object][] = type.fields.map((field) => [
    field.name,
    { title: field.title[context.language], ...valueOf(field, content) },
  ]);
  if (!context.projectId) fields.push(['projectId', { type: 'string', format: 'uuid' }]);
  const described = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: titleOf(context, type),
    type: 'object',
    properties: {
      type: { type: 'string', enum: ['Feature'] },
      id: { type: 'string', format: 'uuid' },
      geometry: { $ref: 'https://geojson.org/schema/Geometry.json' },
      properties: { type: 'object', properties: Object.fromEntries(fields) },
    },
  };
  if (context.html) return answered(context, titleOf(context, type), described);
  return exactly(context.reply, JSON_SCHEMA, JSON.stringify(described));
}

export function valueOf({ name, type, choices, min, max }: Field, { timed, long }: TypeContent): object {
  switch (type) {
    case 'integer':
      // GDAL takes an integer for 32 bits and clamps larger values, whatever the format says.
      return long.has(name)
        ? { type: 'number', multipleOf: 1, minimum: min, maximum: max }
        : { type, minimum: min, maximum: max };
    case 'number':
    case 'boolean':
      return { type };
    case 'date':
      return { type: 'string', format: timed.has(name) ? 'date-time' : 'date' };
    case 'choice':
      return { type: 'string', enum: choices?.map(({ value }) => value) };
    default:
      return { type: 'string' };
  }
}
