import type { Field, Language } from '#core/protocol';
import type { FeatureType } from '../features/types.ts';
import { sentence } from '../../base/language.ts';
import { GEOJSON, HTML, JSON_TYPE } from './ogcapi-request.ts';
import { pathOf } from './collections.ts';
import { queryFields, MAX_ITEMS, DEFAULT_LIMIT } from './items.ts';

interface ApiDescription {
  title: string;
  version: string;
  base: string;
  language: Language;
  projectId: string | undefined;
}

type Json = Record<string, unknown>;

/** The API of one root as OpenAPI 3.0, with the parameters of each collection's items. */
export function openApi(types: readonly FeatureType[], about: ApiDescription): Json {
  const paths: Record<string, Json> = {
    '/': get('landing', 'open.title', about, []),
    '/api': get('api', 'open.api', about, []),
    '/conformance': get('conformance', 'open.conformance', about, []),
    '/collections': get('collections', 'open.collections', about, []),
  };
  for (const type of types) {
    const { language } = about;
    const title = { type: type.title[language] || type.name };
    const path = pathOf(type);
    paths[path] = get(`collection.${type.id}`, 'open.collection', about, [], title);
    paths[`${path}/schema`] = get(`schema.${type.id}`, 'open.schema', about, [], title);
    const own = queryFields(type, about.projectId).map((name) => fieldParameter(name, type));
    paths[`${path}/items`] = get(`items.${type.id}`, 'open.items', about, [...ITEMS, ...own], title, GEOJSON);
    const feature = get(
      `item.${type.id}`,
      'open.item',
      about,
      [ref('featureId'), ref('crs')],
      title,
      GEOJSON,
    );
    paths[`${path}/items/{featureId}`] = feature;
  }
  return {
    openapi: '3.0.3',
    info: { title: about.title, version: about.version },
    servers: [{ url: about.base }],
    security: [{ bearer: [] }, { basic: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        basic: { type: 'http', scheme: 'basic' },
      },
      parameters: PARAMETERS,
    },
  };
}

function get(
  id: string,
  key: string,
  about: ApiDescription,
  parameters: Json[],
  values: Record<string, string> = {},
  json = JSON_TYPE,
): Json {
  const content = { [json]: { schema: { type: 'object' } }, [HTML]: { schema: { type: 'string' } } };
  const problem = { 'application/problem+json': { schema: { type: 'object' } } };
  return {
    get: {
      operationId: id,
      summary: sentence(about.language, key, values),
      parameters: [...parameters, ref('f')],
      responses: {
        '200': { description: 'OK', content },
        default: { description: 'Problem', content: problem },
      },
    },
  };
}

function ref(name: string): Json {
  return { $ref: `#/components/parameters/${name}` };
}

const listed = { in: 'query', required: false, style: 'form', explode: false };
const PARAMETERS = {
  f: { name: 'f', ...listed, schema: { type: 'string', enum: ['json', 'html'] } },
  limit: {
    name: 'limit',
    ...listed,
    schema: { type: 'integer', minimum: 1, maximum: MAX_ITEMS, default: DEFAULT_LIMIT },
  },
  bbox: {
    name: 'bbox',
    ...listed,
    schema: {
      type: 'array',
      items: { type: 'number' },
      minItems: 4,
      maxItems: 6,
      oneOf: [
        { minItems: 4, maxItems: 4 },
        { minItems: 6, maxItems: 6 },
      ],
    },
  },
  'bbox-crs': { name: 'bbox-crs', ...listed, schema: { type: 'string', format: 'uri' } },
  datetime: { name: 'datetime', ...listed, schema: { type: 'string' } },
  crs: { name: 'crs', ...listed, schema: { type: 'string', format: 'uri' } },
  after: { name: 'after', ...listed, schema: { type: 'string', format: 'uuid' } },
  featureId: { name: 'featureId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
};
const ITEMS = ['limit', 'bbox', 'bbox-crs', 'datetime', 'crs', 'after'].map(ref);

const TYPES: Partial<Record<Field['type'], string>> = {
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
};

function fieldParameter(name: string, type: FeatureType): Json {
  const field = type.fields.find((each) => each.name === name);
  return { name, ...listed, schema: { type: (field && TYPES[field.type]) ?? 'string' } };
}
