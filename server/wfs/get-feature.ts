import type { FastifyReply } from 'fastify';
import { contentOf } from '../features/content.ts';
import { CRS84, srsNameOf, WGS84, type Crs } from '../features/crs.ts';
import { countSelected } from '../features/read.ts';
import { stateOf } from '../features/state.ts';
import { XML_HEAD, requestTo, type Asked } from './asked.ts';
import { GEOJSON_FORMATS, GML_FORMATS, OUR_NAMESPACE, OUR_PREFIX } from './dialect.ts';
import { WfsRefusal } from './exceptions.ts';
import { FeatureWriter, type FeatureRow, type Timed } from './feature-text.ts';
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
    const part = await read(asked, each, left, skip, chosen.length > 1);
    parts.push(part);
    left -= part.rows.length;
    skip = Math.max(0, skip - part.matched);
  }
  return send(
    asked,
    wfs.dialect.version === '2.0.0' ? collection20(asked, parts) : collection1(asked, parts),
  );
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

/** What was read of one query. */
interface Part {
  chosen: Chosen;
  rows: FeatureRow[];
  /** Of all pages. */
  matched: number;
  more: boolean;
  members: string[];
}

async function read(
  asked: Asked,
  chosen: Chosen,
  count: number,
  offset: number,
  counted: boolean,
): Promise<Part> {
  const { services, wfs } = asked;
  const { db } = services;
  const crs = chosen.crs ?? usualCrs(asked);
  const none = wfs.hits || count === 0;
  const { rows, more } = none ? { rows: [], more: false } : await readRows(db, chosen, crs, count, offset);
  const known = !none && !counted && !more && (offset === 0 || rows.length > 0);
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
    rows,
    matched,
    more: offset + rows.length < matched,
    members: rows.map((row) => writer.feature(row)),
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
  return send(asked, writer.feature(rows[0], ` ${namespaces(asked, [chosen])}`));
}

function send({ reply, wfs }: Asked, text: string): FastifyReply {
  return reply
    .header('content-type', `${wfs.dialect.format}; charset=utf-8`)
    .send(Buffer.from(XML_HEAD + text));
}

export function namespaces({ base, wfs }: Asked, chosen: readonly Chosen[]): string {
  const { dialect } = wfs;
  const names = [...new Set(chosen.map(({ layer }) => `${OUR_PREFIX}:${layer.element}`))].join(',');
  const parameter = dialect.version === '2.0.0' ? 'typeNames' : 'typeName';
  const described = requestTo(base, {
    version: dialect.version,
    request: 'DescribeFeatureType',
    [parameter]: names,
  });
  return (
    `xmlns:wfs="${dialect.wfs}" xmlns:gml="${dialect.gml}" xmlns:${OUR_PREFIX}="${OUR_NAMESPACE}" ` +
    `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${OUR_NAMESPACE} ` +
    `${described.replaceAll('&', '&amp;')} ${dialect.wfs} ${dialect.wfsSchema} ${dialect.gml} ${dialect.gmlSchema}"`
  );
}

function collection20(asked: Asked, parts: readonly Part[]): string {
  const matched = parts.reduce((sum, part) => sum + part.matched, 0);
  const returned = parts.reduce((sum, part) => sum + part.rows.length, 0);
  const now = new Date().toISOString();
  const numbers = (all: number, here: number) =>
    `timeStamp="${now}" numberMatched="${all}" numberReturned="${here}"`;
  const members = (part: Part) => part.members.map((text) => `<wfs:member>${text}</wfs:member>`).join('');
  const head = `<wfs:FeatureCollection ${namespaces(
    asked,
    parts.map(({ chosen }) => chosen),
  )} ${numbers(matched, returned)}${pageLinks(asked, returned, matched)}>`;
  const body =
    parts.length === 1
      ? members(parts[0]!)
      : parts
          .map(
            (part) =>
              `<wfs:member><wfs:FeatureCollection ${numbers(part.matched, part.rows.length)}>${members(part)}</wfs:FeatureCollection></wfs:member>`,
          )
          .join('');
  return `${head}${body}</wfs:FeatureCollection>`;
}

/** Addresses of the pages before and after, where the request came by address. */
export function pageLinks(asked: Asked, returned: number, matched: number): string {
  const { wfs, request, base } = asked;
  if (wfs.hits || request.method !== 'GET') return '';
  const size = Math.min(wfs.count ?? MOST_FEATURES, MOST_FEATURES);
  const at = (startIndex: number, count: number) => {
    const query = Object.entries(request.query as Record<string, string>);
    const kept = query.filter(([name]) => !/^(startindex|count|maxfeatures)$/i.test(name));
    const page = new URLSearchParams([...kept, ['startIndex', String(startIndex)], ['count', String(count)]]);
    return `${base}?${page.toString()}`.replaceAll('&', '&amp;');
  };
  const before = Math.max(0, wfs.startIndex - size);
  const previous = wfs.startIndex > 0 ? ` previous="${at(before, wfs.startIndex - before)}"` : '';
  const next =
    size > 0 && wfs.startIndex + returned < matched ? ` next="${at(wfs.startIndex + returned, size)}"` : '';
  return previous + next;
}

/** Of WFS 1.x: all members in one list. */
function collection1(asked: Asked, parts: readonly Part[]): string {
  const { dialect, hits } = asked.wfs;
  const spaces = namespaces(
    asked,
    parts.map(({ chosen }) => chosen),
  );
  const all = parts.flatMap(({ members }) => members);
  if (dialect.version === '1.0.0') {
    const list = all.map((text) => `<gml:featureMember>${text}</gml:featureMember>`).join('');
    return `<wfs:FeatureCollection ${spaces}><gml:boundedBy><gml:null>unknown</gml:null></gml:boundedBy>${list}</wfs:FeatureCollection>`;
  }
  const matched = parts.reduce((sum, part) => sum + part.matched, 0);
  const numbers = `timeStamp="${new Date().toISOString()}" numberOfFeatures="${hits ? matched : all.length}"`;
  const list = all.length > 0 ? `<gml:featureMembers>${all.join('')}</gml:featureMembers>` : '';
  return `<wfs:FeatureCollection ${spaces} ${numbers}>${list}</wfs:FeatureCollection>`;
}
