import type { FastifyReply } from 'fastify';
import { HttpError } from '../../base/http-error.ts';
import { isUuid } from '../../base/uuid.ts';
import { sentence } from '../../base/language.ts';
import type { Language } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import type { Queries } from '../../platform/db/database.ts';
import { searchOf } from './choice.ts';
import { GEOJSON, itemOf, JSON_TYPE, STAC_VERSION, type Addresses, type Link } from './item.ts';
import { readPictures, readSequences, type Sequence } from './pictures.ts';
import { PICTURES_FROM } from './tile.ts';

/** A request for the pictures of one project, or of all. */
export interface StacRequest extends Addresses {
  db: Queries;
  caller: Caller;
  projectId: string | undefined;
  language: Language;
  reply: FastifyReply;
}

const CONFORMANCE = [
  'https://api.stacspec.org/v1.0.0/core',
  'https://api.stacspec.org/v1.0.0/collections',
  'https://api.stacspec.org/v1.0.0/ogcapi-features',
  'https://api.stacspec.org/v1.0.0/item-search',
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core',
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson',
];
const MVT = 'application/vnd.mapbox-vector-tile';

export function landing({ base, caller, projectId, language }: StacRequest) {
  const link = (rel: string, path: string, type: string, more: object = {}): Link => ({
    rel,
    type,
    href: `${base}${path}`,
    ...more,
  });
  return {
    type: 'Catalog',
    stac_version: STAC_VERSION,
    id: projectId ?? caller.organizationId,
    title: caller.organizationName,
    description: sentence(language, 'stac.description'),
    conformsTo: CONFORMANCE,
    links: [
      link('self', '', JSON_TYPE),
      link('root', '', JSON_TYPE),
      link('conformance', '/conformance', JSON_TYPE),
      link('data', '/collections', JSON_TYPE),
      link('search', '/search', GEOJSON, { method: 'GET' }),
      link('search', '/search', GEOJSON, { method: 'POST' }),
      link('xyz', '/map/{z}/{x}/{y}.mvt', MVT, { title: 'Pictures and sequences vector tiles' }),
      link('xyz-style', '/map/style.json', JSON_TYPE, { title: 'MapLibre style JSON' }),
    ],
  };
}

export const conformance = () => ({ conformsTo: CONFORMANCE });

export async function collections(request: StacRequest) {
  const { db, caller, projectId, base } = request;
  const sequences = await readSequences(db, caller, projectId);
  return {
    collections: sequences.map((sequence) => collectionOf(sequence, request)),
    links: [
      { rel: 'self', type: JSON_TYPE, href: `${base}/collections` },
      { rel: 'root', type: JSON_TYPE, href: base },
    ],
  };
}

export async function collection(request: StacRequest, id: string) {
  return collectionOf(await sequenceOf(request, id), request);
}

/** Throws 404 where there is no such sequence, or the person may not see any of its pictures. */
async function sequenceOf({ db, caller, projectId }: StacRequest, id: string): Promise<Sequence> {
  const [found] = isUuid(id) ? await readSequences(db, caller, projectId, id) : [];
  if (!found) throw new HttpError(404, 'http.not-found');
  return found;
}

function collectionOf(sequence: Sequence, { base, language }: StacRequest) {
  const { id, survey, project, pictures, west, south, east, north, from, until } = sequence;
  const here = `${base}/collections/${id}`;
  return {
    type: 'Collection',
    stac_version: STAC_VERSION,
    id,
    title: survey ?? sentence(language, 'stac.no-survey', { project }),
    description: sentence(language, 'stac.sequence', { project }),
    license: 'proprietary',
    extent: {
      spatial: { bbox: [[west, south, east, north]] },
      temporal: { interval: [[from, until]] },
    },
    'stats:items': { count: pictures },
    links: [
      { rel: 'self', type: JSON_TYPE, href: here },
      { rel: 'root', type: JSON_TYPE, href: base },
      { rel: 'parent', type: JSON_TYPE, href: base },
      { rel: 'items', type: GEOJSON, href: `${here}/items` },
    ],
  };
}

/** A page of pictures with a link to the next one. */
export async function search(
  request: StacRequest,
  given: Readonly<Record<string, unknown>>,
  method: 'GET' | 'POST',
  path = '/search',
) {
  const { db, caller, projectId, base, reply } = request;
  const { limit, offset, ...choice } = searchOf(given);
  const { pictures, matched } = await readPictures(db, caller, projectId, choice, { limit, offset });
  void reply.header('content-type', GEOJSON);
  const href = `${base}${path}`;
  const links: Record<string, unknown>[] = [{ rel: 'root', type: JSON_TYPE, href: base }];
  if (offset + pictures.length < (matched ?? 0)) {
    const next = { ...given, offset: offset + pictures.length };
    links.push(
      method === 'POST'
        ? { rel: 'next', type: GEOJSON, href, method, body: next }
        : { rel: 'next', type: GEOJSON, href: `${href}?${new URLSearchParams(next as never).toString()}` },
    );
  }
  return {
    type: 'FeatureCollection',
    features: pictures.map((picture) => itemOf(picture, request)),
    numberMatched: matched,
    numberReturned: pictures.length,
    links,
  };
}

export async function items(request: StacRequest, id: string, query: Readonly<Record<string, unknown>>) {
  await sequenceOf(request, id);
  const { collections: _own, ids: _any, ...others } = query;
  const path = `/collections/${id}/items`;
  return search(request, { ...others, collections: id }, 'GET', path);
}

export async function item(request: StacRequest, sequence: string, id: string) {
  const { db, caller, projectId, reply } = request;
  const known = isUuid(sequence) && isUuid(id);
  const choice = { ids: [id], sequences: [sequence] };
  const { pictures } = known
    ? await readPictures(db, caller, projectId, choice, { limit: 1, offset: 0 })
    : { pictures: [] };
  if (!pictures[0]) throw new HttpError(404, 'http.not-found');
  void reply.header('content-type', GEOJSON);
  return itemOf(pictures[0], request);
}

/** MapLibre style of the vector tiles. */
export function tileStyle({ base }: StacRequest) {
  const source = 'geovisio';
  return {
    version: 8,
    name: 'Groma',
    sources: {
      [source]: {
        type: 'vector',
        tiles: [`${base}/map/{z}/{x}/{y}.mvt`],
        minzoom: 0,
        maxzoom: PICTURES_FROM,
      },
    },
    layers: [
      {
        id: 'geovisio_sequences',
        type: 'line',
        source,
        'source-layer': 'sequences',
        paint: { 'line-color': '#0b6e8f', 'line-width': 3 },
      },
      {
        id: 'geovisio_pictures',
        type: 'circle',
        source,
        'source-layer': 'pictures',
        minzoom: PICTURES_FROM,
        paint: {
          'circle-color': '#0b6e8f',
          'circle-radius': 5,
          'circle-stroke-color': '#ffffff',
          'circle-stroke-width': 1.5,
        },
      },
    ],
  };
}
