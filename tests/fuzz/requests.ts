import * as fc from 'fast-check';
import * as z from 'zod/mini';
import type { CallSpec } from '../../core/protocol/call.ts';
import { ALL_CALLS } from '../../core/protocol/calls.ts';
import { CSV, GPX, IFC } from '../../server/testing/premises.ts';
import { smallPdf } from '../../server/testing/sending.ts';
import { smallLas } from '../../server/testing/las.ts';
import { MEANT, valuesOf, wild } from './values.ts';

/** One request, with `{name}` in place of an id, so that a seed is reproducible with any ids. */
export interface FuzzRequest {
  call: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
}

/** They would delete what other requests use, or the sender's rights; tested elsewhere. */
const LEFT_OUT = new Set(['auth.logout', 'projects.delete', 'projects.setMembers', 'organizations.delete']);

export function requests(): fc.Arbitrary<FuzzRequest> {
  const calls = ALL_CALLS.filter(({ id }) => !LEFT_OUT.has(id));
  return fc.oneof(
    { weight: calls.length, arbitrary: fc.constantFrom(...calls).chain(requestOf) },
    { weight: 12, arbitrary: openRequests() },
  );
}

const plain = (schema: CallSpec['body']) =>
  schema
    ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    : { type: 'object', properties: {} };
const known = new Map<string, fc.Arbitrary<FuzzRequest>>();

function requestOf(call: CallSpec): fc.Arbitrary<FuzzRequest> {
  const made = known.get(call.id) ?? makeRequestOf(call);
  known.set(call.id, made);
  return made;
}

/** The kind of record that an `id` in the path or query of a resource's calls belongs to. */
const RESOURCES: Record<string, string> = {
  projects: 'project',
  geometries: 'object',
  attributes: 'type',
  styles: 'type',
  surveys: 'survey',
  panoramics: 'panoramic',
  bim: 'bim',
  pointcloud: 'cloud',
  files: 'document',
  users: 'user',
  roles: 'role',
  groups: 'group',
  organizations: 'organization',
  preferences: 'owner',
  notifications: 'notification',
  requests: 'request',
  jobs: 'job',
  export: 'export',
  shapefiles: 'imported',
};

function makeRequestOf(call: CallSpec): fc.Arbitrary<FuzzRequest> {
  const thing = RESOURCES[call.id.split('.')[0]!];
  const meant = thing ? { ...MEANT, id: thing } : MEANT;
  return fc
    .record({
      params: valuesOf(plain(call.params), meant),
      query: valuesOf(plain(call.query), meant),
      headers: valuesOf(plain(call.headers)),
      ifMatch: fc.constantFrom('"1"', '"2"', '"999"', 'W/"1"', '*', '', '1'),
      language: fc.constantFrom('en', 'it', 'zz,;q=x', ''),
      sent: call.upload ? multipart(call) : json(call),
    })
    .map(({ params, query, headers, ifMatch, language, sent }) => ({
      call: call.id,
      // An event stream has no end to wait for.
      method: call.id === 'events.stream' ? 'HEAD' : call.method,
      url: `/api${pathOf(call.path, asRecord(params))}${queryOf(asRecord(query))}`,
      headers: {
        'if-match': ifMatch,
        'accept-language': language,
        ...Object.fromEntries(
          Object.entries(asRecord(headers)).map(([key, value]) => [key, headerOf(value)]),
        ),
        ...sent.headers,
      },
      ...(sent.payload !== undefined && { payload: sent.payload }),
    }));
}

const asRecord = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
const text = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
/** Long ones are tested with the limits: nothing beyond them reaches a route. */
const short = (value: unknown) =>
  text(value)
    .slice(0, 4000)
    .replace(/\p{Surrogate}/gu, '\ufffd');

const headerOf = (value: unknown) => short(value).replace(/[^\t\x20-\x7e\xa0-\xff]/g, '?');

function pathOf(pattern: string, params: Record<string, unknown>): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => encoded(params[name] ?? 'x') || 'x');
}

/** Placeholders stay readable. */
function encoded(value: unknown): string {
  return encodeURIComponent(short(value)).replace(/%7B(\w+)%7D/g, '{$1}');
}

function queryOf(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).map(([key, value]) => `${encodeURIComponent(key)}=${encoded(value)}`);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

interface EncodedBody {
  headers: Record<string, string>;
  payload?: string | Buffer;
}

function json(call: CallSpec): fc.Arbitrary<EncodedBody> {
  if (!call.body) return fc.constant({ headers: {} });
  const headers = { 'content-type': 'application/json' };
  const good = valuesOf(plain(call.body)).map((body) => ({ headers, payload: JSON.stringify(body) }));
  const broken = fc
    .tuple(good, fc.nat())
    .chain(([{ payload }, at]) =>
      fc.constantFrom(
        payload.slice(0, at % payload.length),
        `${payload}x`,
        '['.repeat(200_000),
        `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
        `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
        '{"__proto__":{"x":1}}',
        'NaN',
        '1e999',
        '',
        ' '.repeat(1000),
        Buffer.from([0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22]),
        `\ufeff${payload}`,
      ),
    );
  return fc.oneof(
    { weight: 10, arbitrary: good },
    { weight: 1, arbitrary: broken.map((payload) => ({ headers, payload })) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(
          'text/plain',
          'application/x-www-form-urlencoded',
          'application/json; charset=utf-7',
          'x',
        )
        .map((type) => ({ headers: { 'content-type': type }, payload: 'a=1' })),
    },
  );
}

/** An empty zip, one whose directory claims more than it contains, and one with a path outside of it. */
const ZIPS = [
  Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)]),
  Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18, 0xff)]),
  Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(200, 1), Buffer.from('../../x')]),
];
const CONTENTS: readonly Buffer[] = [
  ...[
    IFC,
    CSV,
    GPX,
    '{"type":"FeatureCollection","features":[]}',
    '',
    '<!DOCTYPE a [<!ENTITY b "c">]><gpx>&b;</gpx>',
  ].map((content) => Buffer.from(content)),
  ...ZIPS,
  smallLas({ epsg: 32633 }),
  smallLas({ minor: 4 }),
  smallPdf(),
  // A JPEG, PNG, TIFF and WebP with a valid start and nothing else.
  Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff]),
    Buffer.from('Exif\0\0II*\0\xff\xff\xff\xff', 'latin1'),
  ]),
  Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\x7f\xff\xff\xff\x7f\xff\xff\xff', 'latin1'),
    Buffer.alloc(20),
  ]),
  Buffer.from('II*\0\x08\0\0\0\xff\xff', 'latin1'),
  Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8X', 'latin1'),
  Buffer.alloc(100_000, 0x5b),
];

const NAMES = [
  'a.ifc',
  'a.las',
  'a.gpx',
  'a.zip',
  'a.geojson',
  'a.jpg',
  'a.pdf',
  'a.csv',
  '../../x',
  '.',
  'a\u0000b',
  `a".jpg`,
  'è'.repeat(300),
];

function multipart(call: CallSpec): fc.Arbitrary<EncodedBody> {
  const content = fc
    .tuple(
      fc.constantFrom(...CONTENTS),
      fc.nat(),
      fc.nat(255),
      fc.constantFrom('whole', 'flip', 'cut', 'twice'),
    )
    .map(([whole, at, byte, how]) => {
      const bytes = Buffer.from(whole);
      if (how === 'flip' && bytes.length > 0) bytes[at % bytes.length] = byte;
      if (how === 'cut') return bytes.subarray(0, bytes.length === 0 ? 0 : at % bytes.length);
      return how === 'twice' ? Buffer.concat([bytes, bytes]) : bytes;
    });
  return fc
    .record({
      fields: valuesOf(plain(call.body)),
      files: fc.array(fc.record({ name: fc.constantFrom(...NAMES), content }), { maxLength: 2 }),
      order: fc.constantFrom('fields first', 'files first'),
      broken: fc.oneof(
        { weight: 6, arbitrary: fc.constant('no') },
        { weight: 1, arbitrary: fc.constantFrom('cut', 'boundary', 'head', 'json') },
      ),
    })
    .map(({ fields, files, order, broken }) => {
      if (broken === 'json')
        return { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(fields) };
      const parts = [
        Object.entries(asRecord(fields)).map(([key, value]) =>
          part(`name="${key}"`, Buffer.from(text(value))),
        ),
        files.map((file) =>
          part(`name="file"; filename="${file.name.replaceAll('"', '%22')}"`, file.content),
        ),
      ];
      if (order === 'files first') parts.reverse();
      const whole = Buffer.concat([...parts.flat(), Buffer.from(`--${BOUNDARY}--\r\n`)]);
      const boundary = broken === 'boundary' ? '' : `; boundary=${BOUNDARY}`;
      return {
        headers: { 'content-type': `multipart/form-data${boundary}` },
        payload:
          broken === 'cut'
            ? whole.subarray(0, whole.length >> 1)
            : broken === 'head'
              ? whole.subarray(20)
              : whole,
      };
    });
}

const BOUNDARY = 'fuzzfuzzfuzz';
function part(disposition: string, content: Buffer): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')]);
}

const OPEN_QUERIES: Record<string, string[]> = {
  bbox: ['12,41,13,42', '170,-10,-170,10', '1,2,3', 'a,b,c,d', '1e400,0,0,0', '12,41,0,13,42,9'],
  'bbox-crs': ['http://www.opengis.net/def/crs/EPSG/0/3857', 'EPSG:4326'],
  crs: ['http://www.opengis.net/def/crs/EPSG/0/32633', 'x'],
  limit: ['1', '0', '-1', '10001', '1e9'],
  offset: ['0', '99999999999999999999'],
  datetime: ['2026-01-01T00:00:00Z/..', '../..', '2026-13-45', '2026'],
  name: ['x', 'a*'],
  f: ['json', 'html', 'xml'],
  next: ['abc', 'e30'],
};
const WFS_QUERIES: Record<string, string[]> = {
  service: ['WFS', 'WMS'],
  version: ['2.0.0', '1.1.0', '1.0.0', '9'],
  request: ['GetFeature', 'GetCapabilities', 'DescribeFeatureType', 'GetPropertyValue', 'ListStoredQueries'],
  typeNames: ['groma:cassia', 'cassia', 'x:y:z', '(a)(b)'],
  count: ['1', '-1', '9e9'],
  startIndex: ['0', '9999999999999'],
  resultType: ['hits', 'results'],
  outputFormat: ['application/json', 'application/gml+xml; version=3.2', 'x'],
  srsName: ['urn:ogc:def:crs:EPSG::4326', 'EPSG:32633', 'EPSG:1'],
  bbox: ['12,41,13,42', '12,41,13,42,EPSG:3857', 'x'],
  valueReference: ['name', '@gml:id', 'a/b[1]'],
  resourceId: ['cassia.1', 'x'],
  filter: [
    '<fes:Filter/>',
    '<Filter><PropertyIsEqualTo><ValueReference>name</ValueReference><Literal>1</Literal></PropertyIsEqualTo></Filter>',
    `${'<And>'.repeat(5000)}`,
  ],
  sortBy: ['name ASC', 'x DESC,y'],
};
const GET_FEATURE = `<wfs:GetFeature service="WFS" version="2.0.0" xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns:fes="http://www.opengis.net/fes/2.0" xmlns:gml="http://www.opengis.net/gml/3.2"><wfs:Query typeNames="cassia"><fes:Filter><fes:And><fes:BBOX><fes:ValueReference>geometry</fes:ValueReference><gml:Envelope srsName="EPSG:4326"><gml:lowerCorner>41 12</gml:lowerCorner><gml:upperCorner>42 13</gml:upperCorner></gml:Envelope></fes:BBOX><fes:PropertyIsLike wildCard="*" singleChar="." escapeChar="!"><fes:ValueReference>name</fes:ValueReference><fes:Literal>A*</fes:Literal></fes:PropertyIsLike></fes:And></fes:Filter></wfs:Query></wfs:GetFeature>`;

function openRequests(): fc.Arbitrary<FuzzRequest> {
  const requested = (of: Record<string, string[]>) =>
    fc
      .record(
        Object.fromEntries(
          Object.entries(of).map(([key, values]) => [key, wild(fc.constantFrom(...values), 8)]),
        ),
        { requiredKeys: ['service', 'request', 'typeNames'].filter((key) => key in of) },
      )
      .map((query) => queryOf(query));
  const root = fc.constantFrom('', '/{project}', '/nothing');
  const path = fc.constantFrom(
    '',
    '/api',
    '/collections',
    '/collections/cassia',
    '/collections/cassia/schema',
    '/collections/cassia/items',
    '/collections/cassia/items',
    '/collections/cassia/items/{object}',
    '/collections/%E0%A4%A/items',
  );
  const xml = fc
    .tuple(fc.nat(), fc.constantFrom('whole', 'cut', 'entities', 'deep', 'swap'))
    .map(([at, how]) => {
      if (how === 'cut') return GET_FEATURE.slice(0, at % GET_FEATURE.length);
      if (how === 'deep') return GET_FEATURE.replace('<fes:And>', '<fes:Not>'.repeat(20_000));
      if (how === 'entities')
        return `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(1000)}">]>${GET_FEATURE.replace('A*', '&b;'.repeat(1000))}`;
      return how === 'swap' ? GET_FEATURE.replace(/\d+ \d+/, `${at} NaN`) : GET_FEATURE;
    });
  const get = (call: string) => (url: string) => ({ call, method: 'GET', url, headers: {} });
  return fc.oneof(
    fc.tuple(root, path, requested(OPEN_QUERIES)).map((words) => get('ogcapi')(`/ogcapi${words.join('')}`)),
    fc.tuple(root, requested(WFS_QUERIES)).map((words) => get('wfs')(`/wfs${words.join('')}`)),
    fc.tuple(root, xml).map(([at, payload]) => ({
      call: 'wfs',
      method: 'POST',
      url: `/wfs${at}`,
      headers: { 'content-type': 'application/xml' },
      payload,
    })),
  );
}
