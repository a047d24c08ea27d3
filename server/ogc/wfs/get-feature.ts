import type { FastifyReply } from 'fastify';
import { contentOf } from '../features/content.ts';
import { CRS84, srsNameOf, WGS84, type Crs } from '../features/crs.ts';
import { countSelected, MOST_BYTES, readPage } from '../features/read.ts';
import { stateOf } from '../../shared/geometries/state.ts';
import type { Representation } from '../../platform/texts/texts-sql.ts';
import { HttpError } from '../../base/http-error.ts';
import { XML_HEAD, type Asked } from './asked.ts';
import { collectionOf, memberTags, namespaces, type Part } from './collection.ts';
import { GEOJSON_FORMATS, GML_FORMATS } from './dialect.ts';
import { WfsError } from './exceptions.ts';
import { FeatureWriter, type FeatureRow, type Timed } from './feature-text.ts';
import { geoJsonAnswer } from './geojson.ts';
import type { GmlStyle } from './gml.ts';
import type { Layer } from './layer.ts';
import { MOST_FEATURES } from './limits.ts';
import { choose, type Chosen } from './query.ts';
import { readRows, rowSql } from './rows.ts';

export async function getFeature(asked: Asked): Promise<FastifyReply> {
  const { wfs } = asked;
  const chosen = await choose(asked);
  const format = formatOf(asked);
  if (format === 'geojson') return geoJsonAnswer(asked, chosen);
  const byId = wfs.queries[0]?.stored !== undefined;
  if (byId) return single(asked, chosen[0]!);
  const parts: Part[] = [];
  let [left, skip] = [Math.min(wfs.count ?? MOST_FEATURES, MOST_FEATURES), wfs.startIndex];
  for (const each of chosen) {
    const part = await read(asked, each, left, skip);
    parts.push(part);
    left -= part.count;
    skip = Math.max(0, skip - part.matched);
  }
  return send(asked, collectionOf(asked, parts));
}

/** GML or GeoJSON. Throws WfsError for another format. */
function formatOf({ wfs }: Asked): 'gml' | 'geojson' {
  const { outputFormat, dialect } = wfs;
  const known = GML_FORMATS[dialect.version];
  const plain = (text: string) => text.toLowerCase().replace(/\s/g, '');
  const asked = outputFormat === undefined ? undefined : plain(outputFormat);
  if (asked === undefined || known.some((name) => plain(name) === asked)) return 'gml';
  if ([...GEOJSON_FORMATS, 'json', 'geojson'].some((name) => asked === name || asked.startsWith(`${name};`)))
    return 'geojson';
  throw new WfsError('InvalidParameterValue', 'outputFormat', 'wfs.bad-format', {
    format: outputFormat!.slice(0, 80),
    known: [...known, ...GEOJSON_FORMATS].join(', '),
  });
}

async function read(asked: Asked, chosen: Chosen, limit: number, offset: number): Promise<Part> {
  const { services, wfs } = asked;
  const { selection, order } = chosen;
  const none = wfs.hits || limit === 0;
  const page = none
    ? undefined
    : await readPage(services, selection, await formOf(asked, chosen), { limit, offset, order });
  if (page?.cut) throw new HttpError(413, 'geometries.too-large', { megabytes: MOST_BYTES / 1e6 });
  const { texts: members, more } = page ?? { texts: [], more: false };
  const known = page && !more && (offset === 0 || members.length > 0);
  const matched = known
    ? offset + members.length
    : await countSelected(services.db, selection, () => stateOf(services.db, asked));
  return { chosen, matched, count: members.length, members };
}

/** Features as members of a collection. */
async function formOf(asked: Asked, { layer, only, ...chosen }: Chosen): Promise<Representation<FeatureRow>> {
  const crs = chosen.crs ?? usualCrs(asked);
  const [style, timed] = [styleOf(asked, crs), await timedOf(asked, layer)];
  const writer = new FeatureWriter(layer, style, timed, only);
  const [open, close] = memberTags(asked.wfs.dialect);
  const columns = rowSql(layer, crs);
  const { version } = asked.wfs.dialect;
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

export async function timedOf(asked: Asked, { type }: Layer): Promise<Timed> {
  const dates = type?.fields.some((field) => field.type === 'date');
  return dates ? (await contentOf(asked.services.db, asked, type!)).timed : new Set();
}

export function usualCrs({ wfs }: Asked): Crs {
  return wfs.dialect.gmlVersion === '2.1' ? { ...CRS84, said: 'EPSG:4326' } : WGS84;
}

export function styleOf({ wfs }: Asked, crs: Crs): GmlStyle {
  return { dialect: wfs.dialect, srsName: srsNameOf(crs), swap: crs.uri === WGS84.uri && crs.northFirst };
}

/** A feature by id is the document's root, without a collection. */
async function single(asked: Asked, chosen: Chosen): Promise<FastifyReply> {
  const { rows } = await readRows(asked.services.db, chosen, chosen.crs ?? usualCrs(asked), 1, 0);
  const id = asked.wfs.queries[0]!.stored!.parameters.get('id')!;
  if (!rows[0]) throw new WfsError('NotFound', 'id', 'wfs.no-such-feature', { id: id.slice(0, 120) });
  const style = styleOf(asked, chosen.crs ?? usualCrs(asked));
  const writer = new FeatureWriter(chosen.layer, style, await timedOf(asked, chosen.layer), chosen.only);
  return send(asked, Buffer.from(XML_HEAD + writer.feature(rows[0], ` ${namespaces(asked, [chosen])}`)));
}

function send({ reply, wfs }: Asked, bytes: Buffer): FastifyReply {
  return reply.header('content-type', `${wfs.dialect.format}; charset=utf-8`).send(bytes);
}
