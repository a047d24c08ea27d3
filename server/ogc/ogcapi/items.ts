import type { FastifyReply } from 'fastify';
import { CRS84, crsNamed, type Crs } from '../features/crs.ts';
import { compared, queryablesOf } from '../features/queryables.ts';
import { countSelected, featureSql, readPage, WITH_PROJECT } from '../features/read.ts';
import { boxCondition, Selection } from '../features/selection.ts';
import { stateOf } from '../../shared/geometries/state.ts';
import { scopeWithin, type FeatureType } from '../features/types.ts';
import { composed, type Representation } from '../../platform/texts/texts-sql.ts';
import { separated } from '../../http/pieces.ts';
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
  type Asked,
  type Link,
} from './asked.ts';
import { pathOf, titleOf, typeOf } from './collections.ts';

export const USUAL_LIMIT = 10;
export const MOST_ITEMS = 10_000;
/** Parameters of every collection's items, besides its fields. */
export const ITEM_PARAMETERS = ['f', 'limit', 'bbox', 'bbox-crs', 'datetime', 'crs', 'after'];

/** Fields usable as query parameters; standard parameters take precedence. */
export function askable(type: FeatureType, projectId: string | undefined): string[] {
  const fields = type.fields.map(({ name }) => name).filter((name) => !ITEM_PARAMETERS.includes(name));
  return projectId || fields.includes('projectId') ? fields : [...fields, 'projectId'];
}

/** One page of a collection's objects by id, with a link to the next page if there is one. */
export async function items(asked: Asked, type: FeatureType): Promise<FastifyReply> {
  const { query, services, reply } = asked;
  const { db } = services;
  const crs = await crsAsked(asked);
  const limit = limitOf(query['limit']);
  const selection = await selected(asked, type);
  const { after } = query;
  if (after !== undefined && !isUuid(after))
    throw new HttpError(400, 'open.bad-after', { after: after.slice(0, 60) });
  const page = await readPage(services, selection, featureOf(asked, crs), { limit, after });
  const all =
    !after && !page.more ? page.texts.length : await countSelected(db, selection, () => stateOf(db, asked));
  const path = `${pathOf(type)}/items`;
  const links = selfLinks(asked, path, GEOJSON);
  if (page.more) {
    const next = address(asked.base, path, { ...query, f: asked.html ? 'html' : 'json', after: page.last! });
    links.push({ rel: 'next', type: asked.html ? HTML : GEOJSON, href: next });
  }
  links.push(collectionLink(asked, type));
  void reply.header('content-crs', `<${crs.uri}>`);
  const head = JSON.stringify({
    type: 'FeatureCollection',
    numberMatched: all,
    numberReturned: page.texts.length,
    timeStamp: new Date().toISOString(),
    links,
  });
  const bytes = separated(',', page.texts, `${head.slice(0, -1)},"features":[`, ']}');
  if (asked.html) return answered(asked, titleOf(asked, type), JSON.parse(bytes.toString()) as object);
  return exactly(reply, GEOJSON, bytes);
}

/** One object. Throws 404 when the caller cannot see it. */
export async function item(asked: Asked, id: string, featureId: string): Promise<FastifyReply> {
  const type = await typeOf(asked, id);
  const crs = await crsAsked(asked);
  const selection = new Selection(scopeWithin(asked, [type]));
  if (!isUuid(featureId)) throw new HttpError(404, 'http.not-found');
  selection.and(`g.id = ${selection.param(featureId)}::uuid`);
  const page = await readPage(asked.services, selection, featureOf(asked, crs), { limit: 1 });
  const text = page.texts[0]?.toString();
  if (text === undefined) throw new HttpError(404, 'http.not-found');
  void asked.reply.header('content-crs', `<${crs.uri}>`);
  const links = [
    ...selfLinks(asked, `${pathOf(type)}/items/${featureId}`, GEOJSON),
    collectionLink(asked, type),
  ];
  const whole = `${text.slice(0, -1)},"links":${JSON.stringify(links)}}`;
  if (asked.html) return answered(asked, featureId, JSON.parse(whole) as object);
  return exactly(asked.reply, GEOJSON, whole);
}

/** With several projects, each object names its own. */
function featureOf({ projectId }: Asked, crs: Crs): Representation<{ text: string }> {
  return composed(() => (projectId ? featureSql(crs) : featureSql(crs, WITH_PROJECT)));
}

function collectionLink({ base, html }: Asked, type: FeatureType): Link {
  const f = html ? 'html' : 'json';
  return { rel: 'collection', type: html ? HTML : JSON_TYPE, href: address(base, pathOf(type), { f }) };
}

async function crsAsked(asked: Asked, name = 'crs'): Promise<Crs> {
  const uri = asked.query[name];
  return uri === undefined ? CRS84 : crsNamed(asked.services.db, asked, uri, true);
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return USUAL_LIMIT;
  const limit = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (limit < 1) throw new HttpError(400, 'open.bad-limit', { limit: text.slice(0, 40) });
  return Math.min(limit, MOST_ITEMS);
}

async function selected(asked: Asked, type: FeatureType): Promise<Selection> {
  const { query, projectId } = asked;
  const selection = new Selection(scopeWithin(asked, [type]));
  const { bbox, datetime } = query;
  if (bbox === undefined && query['bbox-crs'] !== undefined) await crsAsked(asked, 'bbox-crs');
  if (bbox !== undefined)
    selection.and(boxCondition(numbersOf(bbox), await crsAsked(asked, 'bbox-crs'), selection));
  if (datetime !== undefined) selection.and(timeCondition(datetime, selection));
  const queryables = queryablesOf(type);
  for (const name of askable(type, projectId)) {
    const literal = query[name];
    if (literal !== undefined) selection.and(compared(queryables.get(name)!, '=', literal, selection.param));
  }
  return selection;
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
function timeCondition(text: string, selection: Selection): string {
  const httpError = new HttpError(400, 'open.bad-datetime', { datetime: text.slice(0, 80) });
  const ends = text.split('/');
  if (ends.length > 2) throw httpError;
  const [from, until] = (ends.length === 1 ? [text, text] : ends).map((end) => {
    if (ends.length === 2 && (end === '' || end === '..')) return undefined;
    const at = new Date(end.toUpperCase());
    if (!RFC3339.test(end) || Number.isNaN(at.getTime())) throw httpError;
    return { at, day: end.length === 10 };
  });
  if (from && until && from.at > until.at) throw httpError;
  const conditions: string[] = [];
  if (from) conditions.push(`g.updated_at >= ${selection.param(from.at.toISOString())}::timestamptz`);
  if (until) {
    // A day lasts until its end; times have millisecond precision.
    const end = new Date(until.at.getTime() + (until.day ? 86_400_000 : 1));
    conditions.push(`g.updated_at < ${selection.param(end.toISOString())}::timestamptz`);
  }
  return conditions.length > 0 ? conditions.join(' and ') : 'true';
}
