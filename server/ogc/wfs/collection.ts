import { requestTo, XML_HEAD, type WfsServiceRequest } from './wfs-service-request.ts';
import { OUR_NAMESPACE, OUR_PREFIX, type WfsVersion } from './dialect.ts';
import { MAX_FEATURES } from './limits.ts';
import type { FeatureQuery } from './query.ts';

/** The features read for one query. */
export interface QueryResult {
  chosen: FeatureQuery;
  /** On this page. */
  count: number;
  /** On all pages. */
  matched: number;
  members: readonly Buffer[];
}

/** Elements around each feature of a collection, by version. */
export function memberTags({ version }: WfsVersion): [open: string, close: string] {
  const element = { '2.0.0': 'wfs:member', '1.1.0': '', '1.0.0': 'gml:featureMember' }[version];
  return element ? [`<${element}>`, `</${element}>`] : ['', ''];
}

export function collectionOf(context: WfsServiceRequest, parts: readonly QueryResult[]): Buffer {
  const { dialect, hits } = context.wfs;
  const sum = (of: (part: QueryResult) => number) => parts.reduce((all, part) => all + of(part), 0);
  const [matched, returned] = [sum((part) => part.matched), sum((part) => part.count)];
  const now = new Date().toISOString();
  const spaces = namespaces(
    context,
    parts.map(({ chosen }) => chosen),
  );
  const members = parts.flatMap((part) => part.members);
  if (dialect.version === '2.0.0') {
    const numbers = (all: number, here: number) =>
      `timeStamp="${now}" numberMatched="${all}" numberReturned="${here}"`;
    const list =
      parts.length === 1
        ? members
        : parts.flatMap((part) => [
            `<wfs:member><wfs:FeatureCollection ${numbers(part.matched, part.count)}>`,
            ...part.members,
            '</wfs:FeatureCollection></wfs:member>',
          ]);
    return joined(`${spaces} ${numbers(matched, returned)}${pageLinks(context, returned, matched)}`, list);
  }
  if (dialect.version === '1.0.0')
    return joined(spaces, ['<gml:boundedBy><gml:null>unknown</gml:null></gml:boundedBy>', ...members]);
  const numbers = `timeStamp="${now}" numberOfFeatures="${hits ? matched : returned}"`;
  const list = returned > 0 ? ['<gml:featureMembers>', ...members, '</gml:featureMembers>'] : [];
  return joined(`${spaces} ${numbers}`, list);
}

function joined(attributes: string, content: readonly (string | Buffer)[]): Buffer {
  const pieces = [`${XML_HEAD}<wfs:FeatureCollection ${attributes}>`, ...content, '</wfs:FeatureCollection>'];
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}

export function namespaces({ base, wfs }: WfsServiceRequest, chosen: readonly FeatureQuery[]): string {
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

/** URLs of the previous and next pages, for GET requests. */
export function pageLinks(context: WfsServiceRequest, returned: number, matched: number): string {
  const { wfs, request, base } = context;
  if (wfs.hits || request.method !== 'GET') return '';
  const size = Math.min(wfs.count ?? MAX_FEATURES, MAX_FEATURES);
  const at = (startIndex: number, count: number) => {
    const query = Object.entries(request.query as Record<string, string>);
    const remaining = query.filter(([name]) => !/^(startindex|count|maxfeatures)$/i.test(name));
    const page = new URLSearchParams([
      ...remaining,
      ['startIndex', String(startIndex)],
      ['count', String(count)],
    ]);
    return `${base}?${page.toString()}`.replaceAll('&', '&amp;');
  };
  const before = Math.max(0, wfs.startIndex - size);
  const previous = wfs.startIndex > 0 ? ` previous="${at(before, wfs.startIndex - before)}"` : '';
  const next =
    size > 0 && wfs.startIndex + returned < matched ? ` next="${at(wfs.startIndex + returned, size)}"` : '';
  return previous + next;
}
