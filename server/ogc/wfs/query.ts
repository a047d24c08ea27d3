import { crsNamed, WGS84, type RequestCrs } from '../features/crs.ts';
import { orderSql } from '../features/order.ts';
import { boxCondition, FeatureConditions } from '../features/selection.ts';
import { GEOMETRY_ELEMENT, OTHERS_ELEMENT } from '../features/types.ts';
import type { Sql } from '../../platform/texts/texts-sql.ts';
import type { WfsServiceRequest } from './wfs-service-request.ts';
import { about, WfsError } from './exceptions.ts';
import { filterSql, idsCondition, lastStep, propertyNamed } from './fes.ts';
import { everything, layersNamed, layersOf, type WfsLayer } from './layer.ts';
import { MAX_QUERIES } from './limits.ts';
import type { Query } from './request.ts';
import { GET_FEATURE_BY_ID } from './stored.ts';

/** A parsed query: which objects of which layer, in which order and CRS. */
export interface FeatureQuery {
  layer: WfsLayer;
  selection: FeatureConditions;
  /** CRS of the response; undefined: the default. */
  crs: RequestCrs | undefined;
  /** SQL of the order. */
  order: Sql | undefined;
  /** Requested elements; undefined: all. */
  only: ReadonlySet<string> | undefined;
}

/** The queries of a request, in order. Throws WfsError for what is not supported. */
export async function choose(context: WfsServiceRequest): Promise<FeatureQuery[]> {
  const { queries } = context.wfs;
  if (queries.length === 0) throw new WfsError('MissingParameterValue', 'typeNames', 'wfs.no-type');
  if (queries.length > MAX_QUERIES)
    throw new WfsError('OptionNotSupported', 'query', 'wfs.too-many-queries', { most: MAX_QUERIES });
  const chosen: FeatureQuery[] = [];
  for (const query of queries) chosen.push(await chooseOne(context, query));
  return chosen;
}

async function chooseOne(context: WfsServiceRequest, query: Query): Promise<FeatureQuery> {
  const { services, wfs } = context;
  const layer = await layerOf(context, query);
  const selection = new FeatureConditions(layer.scope);
  const named = (name: string) => about('srsName', () => crsNamed(services.db, name));
  // GML 2 knows only longitude before latitude.
  const defaultCrs = wfs.dialect.gmlVersion === '2.1' ? { ...WGS84, northFirst: false } : WGS84;
  if (query.resourceIds.length > 0) selection.and(idsCondition(query.resourceIds, selection));
  if (query.stored) selection.and(idsCondition([idOf(query)], selection));
  if (query.bbox) await about('bbox', () => withBox(query.bbox!, defaultCrs, selection, named));
  if (query.filter)
    await about('filter', async () => {
      selection.and(await filterSql(query.filter!, { layer, selection, defaultCrs, crsNamed: named }));
    });
  return {
    layer,
    selection,
    crs: query.srsName ? await named(query.srsName) : undefined,
    order: orderOf(query, layer),
    only: onlyOf(query, layer),
  };
}

async function layerOf(
  context: WfsServiceRequest,
  { typeName, stored, resourceIds }: Query,
): Promise<WfsLayer> {
  const { db } = context.services;
  if (typeName) {
    const names = typeName.trim().split(/[\s,]+/);
    if (names.length > 1) throw new WfsError('OptionNotSupported', 'typeNames', 'wfs.join');
    return (await layersNamed(db, context, names, 'typeNames'))[0]!;
  }
  const id = stored ? idOf({ stored } as Query) : resourceIds[0];
  const prefix = id?.slice(0, -37);
  // An id may start with its type; otherwise the type is looked up by UUID.
  const layers = await layersOf(db, context);
  const found = layers.find(({ element }) => element === prefix);
  if (found) return found;
  const all = everything(context);
  const selection = new FeatureConditions(all.scope);
  selection.and(idsCondition(id ? [id] : [], selection));
  const { visible, params } = selection;
  const [row] = await db.query<{ name: string }>(
    `select g.type_name as name from geometries g where ${visible} limit 1`,
    params,
  );
  return layers.find(({ type }) => type && type.name === row?.name) ?? all;
}

function idOf({ stored }: Query): string {
  const known = GET_FEATURE_BY_ID;
  if (
    stored!.id !== known &&
    stored!.id !== known.replace(/^urn:ogc:def:query:/, 'http://www.opengis.net/def/query/')
  )
    throw new WfsError('InvalidParameterValue', 'storedQuery_Id', 'wfs.no-such-query', {
      id: stored!.id.slice(0, 120),
      known,
    });
  const id = stored!.parameters.get('id');
  if (!id) throw new WfsError('MissingParameterValue', 'id', 'wfs.no-parameter', { name: 'id' });
  return id;
}

async function withBox(
  text: string,
  defaultCrs: RequestCrs,
  selection: FeatureConditions,
  named: (name: string) => Promise<RequestCrs>,
): Promise<void> {
  const parts = text.split(',');
  const name = parts.length === 5 || parts.length === 7 ? parts.pop()! : undefined;
  const numbers = parts.map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (![4, 6].includes(numbers.length) || numbers.some(Number.isNaN))
    throw new WfsError('InvalidParameterValue', 'bbox', 'open.bad-box', { box: text.slice(0, 100) });
  selection.and(boxCondition(numbers, name ? await named(name) : defaultCrs, selection));
}

function orderOf({ sort }: Query, layer: WfsLayer): Sql | undefined {
  return orderSql(
    sort.map(({ reference, descending }) => ({ property: propertyNamed(reference, layer), descending })),
  );
}

function onlyOf({ properties }: Query, layer: WfsLayer): ReadonlySet<string> | undefined {
  if (properties.length === 0) return undefined;
  const own = new Set([GEOMETRY_ELEMENT, OTHERS_ELEMENT, ...layer.properties.map(({ element }) => element)]);
  const plain = new Map(layer.properties.map(({ name, element }) => [name, element]));
  const steps = properties.map((reference) => ({ reference, step: lastStep(reference) }));
  if (steps.some(({ step }) => step === '*')) return undefined;
  return new Set(
    steps.map(({ reference, step }) => {
      const element = own.has(step) ? step : plain.get(step);
      if (element !== undefined) return element;
      throw new WfsError('InvalidParameterValue', 'propertyName', 'wfs.no-such-property', {
        property: reference.slice(0, 120),
        type: layer.element,
      });
    }),
  );
}
