import { decodedName } from '#core/protocol';
import type { FastifyReply } from 'fastify';
import { listedCrs, CRS84, type RequestCrs } from '../features/crs.ts';
import { extentsOf, type TypeSummary } from '../features/extents.ts';
import { typesOf, type FeatureType } from '../features/types.ts';
import { sentence } from '../../base/language.ts';
import { HttpError } from '../../base/http-error.ts';
import {
  address,
  answered,
  GEOJSON,
  HTML,
  JSON_TYPE,
  selfLinks,
  type OgcApiRequest,
  type Link,
} from './ogcapi-request.ts';

export async function collections(context: OgcApiRequest): Promise<FastifyReply> {
  const { db } = context.services;
  const types = await typesOf(db, context);
  const [extents, crs] = [await extentsOf(db, context), await listedCrs(db, context)];
  const title = sentence(context.language, 'open.collections');
  return answered(context, title, {
    links: selfLinks(context, '/collections', JSON_TYPE),
    crs: crs.map(({ uri }) => uri),
    collections: types.map((type) =>
      collectionOf(context, type, extents.get(type.name), crs, linksOf(context, type)),
    ),
  });
}

export async function collection(context: OgcApiRequest, id: string): Promise<FastifyReply> {
  const { db } = context.services;
  const type = await typeOf(context, id);
  const [extents, crs] = [await extentsOf(db, context), await listedCrs(db, context)];
  const links = [...selfLinks(context, pathOf(type), JSON_TYPE), ...itemLinks(context, type)];
  return answered(
    context,
    titleOf(context, type),
    collectionOf(context, type, extents.get(type.name), crs, links),
  );
}

/** Throws 404 when there is no such collection for the caller. */
export async function typeOf(context: OgcApiRequest, id: string): Promise<FeatureType> {
  const [type] = await typesOf(context.services.db, context, [decodedName(id)]);
  if (type?.id !== id) throw new HttpError(404, 'http.not-found');
  return type;
}

export function titleOf({ language }: OgcApiRequest, type: FeatureType): string {
  return type.title[language] || type.name;
}

export function pathOf(type: FeatureType): string {
  return `/collections/${type.id}`;
}

function collectionOf(
  context: OgcApiRequest,
  type: FeatureType,
  extent: TypeSummary | undefined,
  crs: readonly RequestCrs[],
  links: Link[],
) {
  return {
    id: type.id,
    title: titleOf(context, type),
    links,
    ...(extent && {
      extent: {
        spatial: { bbox: [extent.box], crs: CRS84.uri },
        temporal: {
          interval: [[extent.since, extent.until]],
          trs: 'http://www.opengis.net/def/uom/ISO-8601/0/Gregorian',
        },
      },
    }),
    itemType: 'feature',
    crs: crs.map(({ uri }) => uri),
    storageCrs: CRS84.uri,
  };
}

function linksOf(context: OgcApiRequest, type: FeatureType): Link[] {
  const { base } = context;
  const at = (f: string) => address(base, pathOf(type), { f });
  return [
    { rel: 'self', type: JSON_TYPE, href: at('json') },
    { rel: 'alternate', type: HTML, href: at('html') },
    ...itemLinks(context, type),
  ];
}

function itemLinks(context: OgcApiRequest, type: FeatureType): Link[] {
  const at = (f: string) => address(context.base, `${pathOf(type)}/items`, { f });
  const title = sentence(context.language, 'open.items', { type: titleOf(context, type) });
  const described = address(context.base, `${pathOf(type)}/schema`, { f: 'json' });
  const queryables = address(context.base, `${pathOf(type)}/queryables`, { f: 'json' });
  return [
    { rel: 'describedBy', type: 'application/schema+json', href: described },
    {
      rel: 'http://www.opengis.net/def/rel/ogc/1.0/queryables',
      type: 'application/schema+json',
      href: queryables,
    },
    { rel: 'items', type: GEOJSON, href: at('json'), title },
    { rel: 'items', type: HTML, href: at('html'), title },
  ];
}
