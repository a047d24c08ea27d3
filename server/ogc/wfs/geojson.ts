import type { FastifyReply } from 'fastify';
import { CRS84, srsNameOf, type RequestCrs } from '../features/crs.ts';
import { countSelected, featureSql, readPage, WITH_PROJECT } from '../features/read.ts';
import { stateOf } from '../../shared/geometries/state.ts';
import { GEOMETRY_ELEMENT } from '../features/types.ts';
import { composed, type Sql } from '../../platform/texts/texts-sql.ts';
import { separated } from '../../http/pieces.ts';
import type { WfsServiceRequest } from './wfs-service-request.ts';
import { MAX_FEATURES } from './limits.ts';
import type { FeatureQuery } from './query.ts';

/**
 * Features as GeoJSON, with longitude or easting first in every CRS, as programs expect; a CRS other than WGS84 is
 * named in the `crs` member of older GeoJSON.
 */
export async function geoJsonAnswer(
  context: WfsServiceRequest,
  chosen: readonly FeatureQuery[],
): Promise<FastifyReply> {
  const { wfs, services, reply } = context;
  const { db } = services;
  const texts: Buffer[] = [];
  let [left, skip, matched, returned] = [
    Math.min(wfs.count ?? MAX_FEATURES, MAX_FEATURES),
    wfs.startIndex,
    0,
    0,
  ];
  for (const each of chosen) {
    const { order, selection } = each;
    const none = wfs.hits || left === 0;
    const form = composed(featureText(context, each, { ...(each.crs ?? CRS84), northFirst: false }));
    const page = none
      ? undefined
      : await readPage(services, selection, form, { limit: left, offset: skip, order });
    const known = page && !page.more && (skip === 0 || page.texts.length > 0);
    const all = known
      ? skip + page.texts.length
      : await countSelected(db, selection, () => stateOf(db, context));
    matched += all;
    returned += page?.texts.length ?? 0;
    left -= page?.texts.length ?? 0;
    skip = Math.max(0, skip - all);
    for (const text of page?.texts ?? []) texts.push(text);
  }
  const named = chosen.map(({ crs }) => crs).find((crs) => crs && crs.srid !== 4326);
  const head = JSON.stringify({
    type: 'FeatureCollection',
    ...(named && {
      crs: { type: 'name', properties: { name: srsNameOf({ ...named, requestedAs: undefined }) } },
    }),
    timeStamp: new Date().toISOString(),
    numberMatched: matched,
    numberReturned: returned,
  });
  const body = separated(',', texts, `${head.slice(0, -1)},"features":[`, ']}');
  return reply.type('application/json; charset=utf-8').send(body);
}

function featureText({ projectId }: WfsServiceRequest, { layer, only }: FeatureQuery, crs: RequestCrs): Sql {
  if (layer.type && !only) return () => (projectId ? featureSql(crs) : featureSql(crs, WITH_PROJECT));
  const selected = layer.properties.filter(({ element }) => !only || only.has(element));
  const fields = selected.filter(({ field }) => field).map(({ name }) => name);
  const columns = selected.filter(({ field }) => !field).map(({ name }) => `'${name}', ${COLUMNS[name]!}`);
  return (param) => {
    const own = `select jsonb_object_agg(e.key, e.value) from jsonb_each(g.properties) e where e.key = any(${param(fields)}::text[])`;
    const properties = `coalesce((${own}), '{}') || jsonb_build_object(${columns.join(', ')})`;
    return featureSql(crs, properties, !only || only.has(GEOMETRY_ELEMENT));
  };
}

const COLUMNS: Record<string, string> = {
  typeName: 'g.type_name',
  projectId: 'g.project_id',
  createdAt: 'g.created_at',
  updatedAt: 'g.updated_at',
  properties: 'g.properties',
};
