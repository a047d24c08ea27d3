import type { FastifyReply } from 'fastify';
import { contentOf } from '../features/content.ts';
import { CRS84, srsNameOf, WGS84, type RequestCrs } from '../features/crs.ts';
import { countSelected, MAX_BYTES, readPage } from '../features/read.ts';
import { stateOf } from '../../shared/geometries/state.ts';
import type { Representation } from '../../platform/texts/texts-sql.ts';
import { HttpError } from '../../base/http-error.ts';
import { XML_HEAD, type WfsServiceRequest } from './wfs-service-request.ts';
import { collectionOf, memberTags, namespaces, type QueryResult } from './collection.ts';
import { GEOJSON_FORMATS, GML_FORMATS } from './dialect.ts';
import { WfsError } from './exceptions.ts';
import { FeatureWriter, type FeatureRow, type Timed } from './feature-text.ts';
import { geoJsonAnswer } from './geojson.ts';
import type { GmlStyle } from './gml.ts';
import type { WfsLayer } from './layer.ts';
import { MAX_FEATURES } from './limits.ts';
import { choose, type FeatureQuery } from './query.ts';
import { readRows, rowSql } from './rows.ts';

export async function getFeature(context: WfsServiceRequest): Promise<FastifyReply> {
  const { wfs } = context;
  const chosen = await choose(context);
  const format = formatOf(context);
  if (format === 'geojson') return geoJsonAnswer(context, chosen);
  const byId = wfs.queries[0]?.stored !== undefined;
  if (byId) return single(context, chosen[0]!);
  const parts: QueryResult[] = [];
  let [left, skip] = [Math.min(wfs.count ?? MAX_FEATURES, MAX_FEATURES), wfs.startIndex];
  for (const each of chosen) {
    const part = await read(context, each, left, skip);
    parts.push(part);
    left -= part.count;
    skip = Math.max(0, skip - part.matched);
  }
  return send(context, collectionOf(context, parts));
}

/** GML or GeoJSON. Throws WfsError for another format. */
function formatOf({ wfs }: WfsServiceRequest): 'gml' | 'geojson' {
  const { outputFormat, dialect } = wfs;
  const known = GML_FORMATS[dialect.version];
  const plain = (text: string) => text.toLowerCase().replace(/\s/g, '');
  const context = outputFormat === undefined ? undefined : plain(outputFormat);
  if (context === undefined || known.some((name) => plain(name) === context)) return 'gml';
  if (
    [...GEOJSON_FORMATS, 'json', 'geojson'].some((name) => context === name || context.startsWith(`${name};`))
  )
    return 'geojson';
  throw new WfsError('InvalidParameterValue', 'outputFormat', 'wfs.bad-format', {
    format: outputFormat!.slice(0, 80),
    known: [...known, ...GEOJSON_FORMATS].join(', '),
  });
}

async function read(
  context: WfsServiceRequest,
  chosen: FeatureQuery,
  limit: number,
  offset: number,
): Promise<QueryResult> {
  const { services, wfs } = context;
  const { selection, order } = chosen;
  const none = wfs.hits || limit === 0;
  const page = none
    ? undefined
    : await readPage(services, selection, await formOf(context, chosen), { limit, offset, order });
  if (page?.cut) throw new HttpError(413, 'geometries.too-large', { megabytes: MAX_BYTES / 1e6 });
  const { texts: members, more } = page ?? { texts: [], more: false };
  const known = page && !more && (offset === 0 || members.length > 0);
  const matched = known
    ? offset + members.length
    : await countSelected(services.db, selection, () => stateOf(services.db, context));
  return { chosen, matched, count: members.length, members };
}

/** Features as members of a collection. */
async function formOf(
  context: WfsServiceRequest,
  { layer, only, ...chosen }: FeatureQuery,
): Promise<Representation<FeatureRow>> {
  const crs = chosen.crs ?? defaultCrs(context);
  const [style, timed] = [styleOf(context, crs), await timedOf(context, layer)];
  const writer = new FeatureWriter(layer, style, timed, only);
  const [open, close] = memberTags(context.wfs.dialect);
  const columns = rowSql(layer, crs);
  const { version } = context.wfs.dialect;
  const written = [
    version,
    style.srsName,
    style.swap,
    layer.element,
    layer.properties,
    [...timed],
    only && [...only],
  ];
  return {
    name: `${columns} ${JSON.stringify(written)}`,
    columns: () => columns,
    text: (row) => open + writer.feature(row) + close,
  };
}

export async function timedOf(context: WfsServiceRequest, { type }: WfsLayer): Promise<Timed> {
  const dates = type?.fields.some((field) => field.type === 'date');
  return dates ? (await contentOf(context.services.db, context, type!)).timed : new Set();
}

export function defaultCrs({ wfs }: WfsServiceRequest): RequestCrs {
  return wfs.dialect.gmlVersion === '2.1' ? { ...CRS84, requestedAs: 'EPSG:4326' } : WGS84;
}

export function styleOf({ wfs }: WfsServiceRequest, crs: RequestCrs): GmlStyle {
  return { dialect: wfs.dialect, srsName: srsNameOf(crs), swap: crs.uri === WGS84.uri && crs.northFirst };
}

/** A feature by id is the document's root, without a collection. */
async function single(context: WfsServiceRequest, chosen: FeatureQuery): Promise<FastifyReply> {
  const { rows } = await readRows(context.services.db, chosen, chosen.crs ?? defaultCrs(context), 1, 0);
  const id = context.wfs.queries[0]!.stored!.parameters.get('id')!;
  if (!rows[0]) throw new WfsError('NotFound', 'id', 'wfs.no-such-feature', { id: id.slice(0, 120) });
  const style = styleOf(context, chosen.crs ?? defaultCrs(context));
  const writer = new FeatureWriter(chosen.layer, style, await timedOf(context, chosen.layer), chosen.only);
  return send(context, Buffer.from(XML_HEAD + writer.feature(rows[0], ` ${namespaces(context, [chosen])}`)));
}

function send({ reply, wfs }: WfsServiceRequest, bytes: Buffer): FastifyReply {
  return reply.header('content-type', `${wfs.dialect.format}; charset=utf-8`).send(bytes);
}
