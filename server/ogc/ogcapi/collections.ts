import type { FastifyReply } from 'fastify';
import { offeredCrs, CRS84, type Crs } from '../features/crs.ts';
import { extentsOf, type Extent } from '../features/extents.ts';
import { decodedName } from '../features/names.ts';
import { typesOf, type FeatureType } from '../features/types.ts';
import { sentence } from '../../base/language.ts';
import { HttpError } from '../../base/http-error.ts';
import { address, answered, GEOJSON, HTML, JSON_TYPE, selfLinks, type Asked, type Link } from './asked.ts';

export async function collections(asked: Asked): Promise<FastifyReply> {
  const { db } = asked.services;
  const types = await typesOf(db, asked);
  const [extents, crs] = [await extentsOf(db, asked), await offeredCrs(db, asked)];
  const title = sentence(asked.language, 'open.collections');
  return answered(asked, title, {
    links: selfLinks(asked, '/collections', JSON_TYPE),
    crs: crs.map(({ uri }) => uri),
    collections: types.map((type) =>
      collectionOf(asked, type, extents.get(type.name), crs, linksOf(asked, type)),
    ),
  });
}

export async function collection(asked: Asked, id: string): Promise<FastifyReply> {
  const { db } = asked.services;
  const type = await typeOf(asked, id);
  const [extents, crs] = [await extentsOf(db, asked), await offeredCrs(db, asked)];
  const links = [...selfLinks(asked, pathOf(type), JSON_TYPE), ...itemLinks(asked, type)];
  return answered(asked, titleOf(asked, type), collectionOf(asked, type, extents.get(type.name), crs, links));
}

/** Throws 404 when there is no such collection for the caller. */
export async function typeOf(asked: Asked, id: string): Promise<FeatureType> {
  const [type] = await typesOf(asked.services.db, asked, [decodedName(id)]);
  if (type?.id !== id) throw new HttpError(404, 'http.not-found');
  return type;
}

export function titleOf({ language }: Asked, type: FeatureType): string {
  return type.title[language] || type.name;
}

export function pathOf(type: FeatureType): string {
  return `/collections/${type.id}`;
}

function collectionOf(
  asked: Asked,
  type: FeatureType,
  extent: Extent | undefined,
  crs: readonly Crs[],
  links: Link[],
) {
  return {
    id: type.id,
    title: titleOf(asked, type),
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

function linksOf(asked: Asked, type: FeatureType): Link[] {
  const { base } = asked;
  const at = (f: string) => address(base, pathOf(type), { f });
  return [
    { rel: 'self', type: JSON_TYPE, href: at('json') },
    { rel: 'alternate', type: HTML, href: at('html') },
    ...itemLinks(asked, type),
  ];
}

function itemLinks(asked: Asked, type: FeatureType): Link[] {
  const at = (f: string) => address(asked.base, `${pathOf(type)}/items`, { f });
  const title = sentence(asked.language, 'open.items', { type: titleOf(asked, type) });
  const described = address(asked.base, `${pathOf(type)}/schema`, { f: 'json' });
  return [
    { rel: 'describedBy', type: 'application/schema+json', href: described },
    { rel: 'items', type: GEOJSON, href: at('json'), title },
    { rel: 'items', type: HTML, href: at('html'), title },
  ];
}
