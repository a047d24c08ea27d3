import type { Field, Language } from '#core/protocol';
import type { FeatureType } from '../features/types.ts';
import { sentence } from '../../base/language.ts';
import { GEOJSON, HTML, JSON_TYPE } from './ogcapi-request.ts';
import { pathOf } from './collections.ts';
import { FILTER_LANGUAGES } from '../cql2/read-filter.ts';
import { queryFields, ITEM_PARAMETERS, MAX_ITEMS, DEFAULT_LIMIT } from './items.ts';

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
    paths[`${path}/queryables`] = get(`queryables.${type.id}`, 'open.queryables', about, [], title);
    const own = queryFields(type, about.projectId).map((name) => fieldParameter(name, type));
    const items = get(`items.${type.id}`, 'open.items', about, [...ITEMS, ...own], title, GEOJSON);
    const item = get(`item.${type.id}`, 'open.item', about, [ref('featureId'), ref('crs')], title, GEOJSON);
    const edit = (name: EditName) => editOf(name, type.id, about, title);
    paths[`${path}/items`] = { ...items, post: edit('create') };
    paths[`${path}/items/{featureId}`] = {
      ...item,
      put: edit('replace'),
      patch: edit('patch'),
      delete: edit('delete'),
    };
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

const EDITS = {
  create: { status: '201', mediaType: GEOJSON, parameters: ['content-crs'] },
  replace: { status: '204', mediaType: GEOJSON, parameters: ['featureId', 'if-match', 'content-crs'] },
  patch: {
    status: '204',
    mediaType: 'application/merge-patch+json',
    parameters: ['featureId', 'if-match', 'content-crs'],
  },
  delete: { status: '204', mediaType: undefined, parameters: ['featureId', 'if-match'] },
} as const;
type EditName = keyof typeof EDITS;

function editOf(name: EditName, id: string, about: ApiDescription, title: Record<string, string>): Json {
  const { status, mediaType, parameters } = EDITS[name];
  const problem = { 'application/problem+json': { schema: { type: 'object' } } };
  return {
    operationId: `${name}.${id}`,
    summary: sentence(about.language, `open.${name}`, title),
    parameters: parameters.map(ref),
    ...(mediaType && {
      requestBody: { required: true, content: { [mediaType]: { schema: { type: 'object' } } } },
    }),
    responses: {
      [status]: { description: 'OK' },
      '412': { description: 'Changed since', content: problem },
      default: { description: 'Problem', content: problem },
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
  offset: { name: 'offset', ...listed, schema: { type: 'integer', minimum: 0 } },
  filter: { name: 'filter', ...listed, schema: { type: 'string' } },
  'filter-lang': {
    name: 'filter-lang',
    ...listed,
    schema: { type: 'string', enum: [...FILTER_LANGUAGES], default: 'cql2-text' },
  },
  'filter-crs': { name: 'filter-crs', ...listed, schema: { type: 'string', format: 'uri' } },
  sortby: { name: 'sortby', ...listed, schema: { type: 'array', items: { type: 'string' } } },
  properties: { name: 'properties', ...listed, schema: { type: 'array', items: { type: 'string' } } },
  'if-match': { name: 'If-Match', in: 'header', required: false, schema: { type: 'string' } },
  'content-crs': { name: 'Content-Crs', in: 'header', required: false, schema: { type: 'string' } },
  featureId: { name: 'featureId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
};
const ITEMS = ITEM_PARAMETERS.filter((name) => name !== 'f').map(ref);

const TYPES: Partial<Record<Field['type'], string>> = {
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
};

function fieldParameter(name: string, type: FeatureType): Json {
  const field = type.fields.find((each) => each.name === name);
  return { name, ...listed, schema: { type: (field && TYPES[field.type]) ?? 'string' } };
}
