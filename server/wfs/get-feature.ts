import type { FastifyReply } from 'fastify';
import { contentOf } from '../features/content.ts';
import { CRS84, srsNameOf, WGS84, type Crs } from '../features/crs.ts';
import { countSelected } from '../features/read.ts';
import { stateOf } from '../features/state.ts';
import { XML_HEAD, type Asked } from './asked.ts';
import { collectionOf, membersOf, namespaces, type Part } from './collection.ts';
import { GEOJSON_FORMATS, GML_FORMATS } from './dialect.ts';
import { WfsRefusal } from './exceptions.ts';
import { FeatureWriter, type Timed } from './feature-text.ts';
import { geoJsonAnswer } from './geojson.ts';
import type { GmlStyle } from './gml.ts';
import { MOST_FEATURES } from './limits.ts';
import { choose, type Chosen } from './query.ts';
import { readRows } from './rows.ts';

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

/** GML, or GeoJSON. @throws WfsRefusal for another format. */
function formatOf({ wfs }: Asked): 'gml' | 'geojson' {
  const { outputFormat, dialect } = wfs;
  const known = GML_FORMATS[dialect.version];
  const plain = (text: string) => text.toLowerCase().replace(/\s/g, '');
  const asked = outputFormat === undefined ? undefined : plain(outputFormat);
  if (asked === undefined || known.some((name) => plain(name) === asked)) return 'gml';
  if ([...GEOJSON_FORMATS, 'json', 'geojson'].some((name) => asked === name || asked.startsWith(`${name};`)))
    return 'geojson';
  throw new WfsRefusal('InvalidParameterValue', 'outputFormat', 'wfs.bad-format', {
    format: outputFormat!.slice(0, 80),
    known: [...known, ...GEOJSON_FORMATS].join(', '),
  });
}

async function read(asked: Asked, chosen: Chosen, count: number, offset: number): Promise<Part> {
  const { services, wfs } = asked;
  const { db } = services;
  const crs = chosen.crs ?? usualCrs(asked);
  const none = wfs.hits || count === 0;
  const { rows, more } = none ? { rows: [], more: false } : await readRows(db, chosen, crs, count, offset);
  const known = !none && !more && (offset === 0 || rows.length > 0);
  const matched = known
    ? offset + rows.length
    : await countSelected(db, chosen.selection, () => stateOf(db, asked));
  const writer = new FeatureWriter(
    chosen.layer,
    styleOf(asked, crs),
    await timedOf(asked, chosen),
    chosen.only,
  );
  return {
    chosen,
    matched,
    count: rows.length,
    members: membersOf(rows, writer, asked.wfs.dialect),
  };
}

export async function timedOf(asked: Asked, { layer }: Chosen): Promise<Timed> {
  const dates = layer.type?.fields.some(({ type }) => type === 'date');
  return dates ? (await contentOf(asked.services.db, asked, layer.type!)).timed : new Set();
}

export function usualCrs({ wfs }: Asked): Crs {
  return wfs.dialect.gmlVersion === '2.1' ? { ...CRS84, said: 'EPSG:4326' } : WGS84;
}

export function styleOf({ wfs }: Asked, crs: Crs): GmlStyle {
  return { dialect: wfs.dialect, srsName: srsNameOf(crs), swap: crs.uri === WGS84.uri && crs.northFirst };
}

/** The feature of an id stands alone, without a collection. */
async function single(asked: Asked, chosen: Chosen): Promise<FastifyReply> {
  const { rows } = await readRows(asked.services.db, chosen, chosen.crs ?? usualCrs(asked), 1, 0);
  const id = asked.wfs.queries[0]!.stored!.parameters.get('id')!;
  if (!rows[0]) throw new WfsRefusal('NotFound', 'id', 'wfs.no-such-feature', { id: id.slice(0, 120) });
  const style = styleOf(asked, chosen.crs ?? usualCrs(asked));
  const writer = new FeatureWriter(chosen.layer, style, await timedOf(asked, chosen), chosen.only);
  return send(asked, Buffer.from(XML_HEAD + writer.feature(rows[0], ` ${namespaces(asked, [chosen])}`)));
}

function send({ reply, wfs }: Asked, bytes: Buffer): FastifyReply {
  return reply.header('content-type', `${wfs.dialect.format}; charset=utf-8`).send(bytes);
}
