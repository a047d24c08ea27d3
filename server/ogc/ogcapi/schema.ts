import type { FastifyReply } from 'fastify';
import type { Field } from '#core/protocol';
import { contentOf } from '../features/content.ts';
import { answered, exactly, type OgcApiRequest } from './ogcapi-request.ts';
import { titleOf, typeOf } from './collections.ts';

export const JSON_SCHEMA = 'application/schema+json';
const LARGEST_SHORT = 2 ** 31 - 1;

/** JSON Schema of a collection's items, so that clients need not infer field types from the first page. */
export async function schema(context: OgcApiRequest, id: string): Promise<FastifyReply> {
  const type = await typeOf(context, id);
  const { timed } = await contentOf(context.services.db, context, type);
  const fields: [string, object][] = type.fields.map((field) => [
    field.name,
    { title: field.title[context.language], ...valueOf(field, timed.has(field.name)) },
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

function valueOf({ type, choices, min, max }: Field, timed: boolean): object {
  switch (type) {
    case 'integer':
      // GDAL takes an integer for 32 bits and clamps larger values, whatever the format says.
      return min !== undefined && max !== undefined && Math.max(-min, max) <= LARGEST_SHORT
        ? { type: 'integer', minimum: min, maximum: max }
        : { type: 'number', multipleOf: 1 };
    case 'number':
    case 'boolean':
      return { type };
    case 'date':
      return { type: 'string', format: timed ? 'date-time' : 'date' };
    case 'choice':
      return { type: 'string', enum: choices?.map(({ value }) => value) };
    default:
      return { type: 'string' };
  }
}
