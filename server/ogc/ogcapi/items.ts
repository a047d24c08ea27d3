import type { FastifyReply } from 'fastify';
import { CRS84, crsNamed, type RequestCrs } from '../features/crs.ts';
import { orderSql, type SortKey } from '../features/order.ts';
import { compared, queryablesOf, UPDATED_AT, type Queryable } from '../features/queryables.ts';
import { countSelected, featureSql, readPage, WITH_PROJECT } from '../features/read.ts';
import { boxCondition, FeatureConditions } from '../features/selection.ts';
import { timeSql } from '../features/temporal.ts';
import { stateOf } from '../../shared/geometries/state.ts';
import { scopeWithin, type FeatureType } from '../features/types.ts';
import { cql2Sql } from '../cql2/to-sql.ts';
import { readFilter } from '../cql2/read-filter.ts';
import { composed, type Representation, type Sql } from '../../platform/texts/texts-sql.ts';
import { separated } from '../../http/pieces.ts';
import { tagVersion } from '../../http/versions.ts';
import { HttpError } from '../../base/http-error.ts';
import { isUuid } from '../../base/uuid.ts';
import {
  address,
  answered,
  exactly,
  GEOJSON,
  HTML,
  JSON_TYPE,
  selfLinks,
  type OgcApiRequest,
  type Link,
} from './ogcapi-request.ts';
import { pathOf, titleOf, typeOf } from './collections.ts';

export const DEFAULT_LIMIT = 10;
export const MAX_ITEMS = 10_000;
/** Most characters of a filter. */
const MAX_FILTER = 20_000;
/** Parameters of every collection's items, other than its fields. */
export const ITEM_PARAMETERS: readonly string[] = [
  'f',
  'limit',
  'bbox',
  'bbox-crs',
  'datetime',
  'crs',
  'after',
  'offset',
  'filter',
  'filter-lang',
  'filter-crs',
  'sortby',
  'properties',
];

/** Fields usable as query parameters; standard parameters take precedence. */
export function queryFields(type: FeatureType, projectId: string | undefined): string[] {
  const fields = type.fields.map(({ name }) => name).filter((name) => !ITEM_PARAMETERS.includes(name));
  return projectId || fields.includes('projectId') ? fields : [...fields, 'projectId'];
}

/** One page of a collection's objects, by id or in the requested order, with a link to the next page if there is one. */
export async function items(context: OgcApiRequest, type: FeatureType): Promise<FastifyReply> {
  const { query, services, reply } = context;
  const { db } = services;
  const crs = await requestedCrs(context);
  const limit = limitOf(query['limit']);
  const selection = await selected(context, type);
  const order = sortOrder(query['sortby'], type);
  // By id, pages continue after the last object; in another order, after a number of objects.
  const { after } = query;
  if (after !== undefined && (order || !isUuid(after)))
    throw new HttpError(400, 'open.bad-after', { after: after.slice(0, 60) });
  const offset = offsetOf(query['offset'], order !== undefined);
  const page = await readPage(services, selection, featureOf(context, crs, type), {
    limit,
    after,
    offset,
    order,
  });
  const all =
    !after && !offset && !page.more
      ? page.texts.length
      : await countSelected(db, selection, () => stateOf(db, context));
  const path = `${pathOf(type)}/items`;
  const links = selfLinks(context, path, GEOJSON);
  if (page.more) {
    const next = address(context.base, path, {
      ...query,
      f: context.html ? 'html' : 'json',
      ...(order ? { offset: String((offset ?? 0) + page.texts.length) } : { after: page.last! }),
    });
    links.push({ rel: 'next', type: context.html ? HTML : GEOJSON, href: next });
  }
  links.push(collectionLink(context, type));
  void reply.header('content-crs', `<${crs.uri}>`);
  const head = JSON.stringify({
    type: 'FeatureCollection',
    numberMatched: all,
    numberReturned: page.texts.length,
    timeStamp: new Date().toISOString(),
    links,
  });
  const bytes = separated(',', page.texts, `${head.slice(0, -1)},"features":[`, ']}');
  if (context.html) return answered(context, titleOf(context, type), JSON.parse(bytes.toString()) as object);
  return exactly(reply, GEOJSON, bytes);
}

/** One object. Throws 404 when the caller cannot see it. */
export async function item(context: OgcApiRequest, id: string, featureId: string): Promise<FastifyReply> {
  const type = await typeOf(context, id);
  const crs = await requestedCrs(context);
  const selection = new FeatureConditions(scopeWithin(context, [type]));
  if (!isUuid(featureId)) throw new HttpError(404, 'http.not-found');
  selection.and(`g.id = ${selection.param(featureId)}::uuid`);
  const page = await readPage(context.services, selection, featureOf(context, crs, type, true), {
    limit: 1,
  });
  const [, version, text] = /^(\d+) (.*)$/s.exec(page.texts[0]?.toString() ?? '') ?? [];
  if (text === undefined) throw new HttpError(404, 'http.not-found');
  tagVersion(context.reply, Number(version));
  void context.reply.header('content-crs', `<${crs.uri}>`);
  const links = [
    ...selfLinks(context, `${pathOf(type)}/items/${featureId}`, GEOJSON),
    collectionLink(context, type),
  ];
  const whole = `${text.slice(0, -1)},"links":${JSON.stringify(links)}}`;
  if (context.html) return answered(context, featureId, JSON.parse(whole) as object);
  return exactly(context.reply, GEOJSON, whole);
}

/**
 * With several projects, each object names its own. An object has all fields of its type, null without a value: programs
 * such as QGIS take the fields from the first objects that they read. `versioned`: its version stands before it.
 */
function featureOf(
  { projectId, query }: OgcApiRequest,
  crs: RequestCrs,
  type: FeatureType,
  versioned = false,
): Representation<{ text: string }> {
  const only = query['properties'] === undefined ? undefined : listed(query['properties']);
  const known = queryablesOf(type);
  for (const name of only ?? []) if (!known.has(name)) throw unknownProperty(name, type);
  const fields = type.fields.map(({ name }) => name).filter((name) => only?.includes(name) ?? true);
  const empty = JSON.stringify(Object.fromEntries(fields.map((name) => [name, null])));
  const all = projectId ? 'g.properties' : WITH_PROJECT;
  return composed((param) => {
    const own = only
      ? `(select coalesce(jsonb_object_agg(p.key, p.value), '{}') from jsonb_each(${all}) p where p.key = any(${param(only)}::text[]))`
      : all;
    const text = featureSql(crs, `${param(empty)}::text::jsonb || ${own}`);
    return versioned ? `g.version || ' ' || ${text}` : text;
  });
}

function listed(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

function unknownProperty(name: string, type: FeatureType): HttpError {
  const known = [...queryablesOf(type).keys()].join(', ').slice(0, 500);
  return new HttpError(400, 'cql2.unknown-property', { name: name.slice(0, 60), known });
}

/** `name,-area`: ascending by name, then descending by area. */
function sortOrder(text: string | undefined, type: FeatureType): Sql | undefined {
  const known = queryablesOf(type);
  const keys = listed(text ?? '').map((key): SortKey => {
    const property = known.get(key) ?? known.get(key.replace(/^[-+ ]/, ''));
    if (!property) throw unknownProperty(key, type);
    return { property, descending: !known.has(key) && key.startsWith('-') };
  });
  return orderSql(keys);
}

function offsetOf(text: string | undefined, allowed: boolean): number | undefined {
  if (text === undefined) return undefined;
  if (!allowed || !/^\d{1,9}$/.test(text))
    throw new HttpError(400, 'open.bad-offset', { offset: text.slice(0, 40) });
  return Number(text);
}

function collectionLink({ base, html }: OgcApiRequest, type: FeatureType): Link {
  const f = html ? 'html' : 'json';
  return { rel: 'collection', type: html ? HTML : JSON_TYPE, href: address(base, pathOf(type), { f }) };
}

async function requestedCrs(context: OgcApiRequest, name = 'crs'): Promise<RequestCrs> {
  const uri = context.query[name];
  return uri === undefined ? CRS84 : crsNamed(context.services.db, uri, true);
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT;
  const limit = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (limit < 1) throw new HttpError(400, 'open.bad-limit', { limit: text.slice(0, 40) });
  return Math.min(limit, MAX_ITEMS);
}

async function selected(context: OgcApiRequest, type: FeatureType): Promise<FeatureConditions> {
  const { query, projectId } = context;
  const selection = new FeatureConditions(scopeWithin(context, [type]));
  const { bbox, datetime } = query;
  if (bbox === undefined && query['bbox-crs'] !== undefined) await requestedCrs(context, 'bbox-crs');
  if (bbox !== undefined)
    selection.and(boxCondition(numbersOf(bbox), await requestedCrs(context, 'bbox-crs'), selection));
  if (datetime !== undefined) selection.and(timeCondition(datetime, selection));
  const queryables = queryablesOf(type);
  await withFilter(context, queryables, selection);
  for (const name of queryFields(type, projectId)) {
    const literal = query[name];
    if (literal !== undefined) selection.and(compared(queryables.get(name)!, '=', literal, selection.param));
  }
  return selection;
}

/** The condition of `filter`, in CQL2. */
async function withFilter(
  context: OgcApiRequest,
  queryables: ReadonlyMap<string, Queryable>,
  selection: FeatureConditions,
): Promise<void> {
  const { filter, 'filter-lang': language } = context.query;
  const crs = await requestedCrs(context, 'filter-crs');
  if (filter === undefined) return;
  if (filter.length > MAX_FILTER) throw new HttpError(400, 'cql2.too-long', { most: MAX_FILTER });
  selection.and(cql2Sql(readFilter(filter, language), { queryables, selection, crs }));
}

function numbersOf(text: string): number[] {
  const parts = text.split(',');
  const numbers = parts.map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (![4, 6].includes(parts.length) || !numbers.every(Number.isFinite))
    throw new HttpError(400, 'open.bad-box', { box: text.slice(0, 100) });
  return numbers;
}

const RFC3339 = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))?$/i;

/** A time, a day, or an interval that may be open at either end, of the last change. */
function timeCondition(text: string, selection: FeatureConditions): string {
  const httpError = new HttpError(400, 'open.bad-datetime', { datetime: text.slice(0, 80) });
  const ends = text.split('/');
  if (ends.length > 2) throw httpError;
  const [from, until] = (ends.length === 1 ? [text, text] : ends).map((end) => {
    if (ends.length === 2 && (end === '' || end === '..')) return undefined;
    if (!RFC3339.test(end) || Number.isNaN(Date.parse(end.toUpperCase()))) throw httpError;
    return end.toUpperCase();
  });
  if (from && until && Date.parse(from) > Date.parse(until)) throw httpError;
  return timeSql(UPDATED_AT, 'intersects', { from, until }, selection.param);
}
