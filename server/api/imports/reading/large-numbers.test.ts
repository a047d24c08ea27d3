import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gdal } from '../../../testing/gdal.ts';
import { shapefile, zipped } from '../../../testing/shapefile.ts';
import { read } from './reading.ts';
import { DOUBTFUL_FILE, type FileReading, type Format, type ReadingTask } from './task.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'groma-large-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function look(
  format: Format,
  content: Buffer | string,
  more: Partial<ReadingTask> = {},
): Promise<FileReading> {
  const file = path.join(folder, 'upload');
  writeFileSync(file, content);
  return read({ format, file, folder, name: 'upload', mode: 'look', ...more });
}

/** The objects are also written as rows. */
const ROWS: Partial<ReadingTask> = {
  mode: 'rows',
  constants: {
    projectId: '00000000-0000-4000-8000-000000000000',
    importId: '00000000-0000-4000-8000-000000000001',
    userId: '00000000-0000-4000-8000-000000000002',
    typeName: 'codes',
    source: 'codes',
    at: '2026-01-01T00:00:00Z',
  },
};

const typesOf = (reading: FileReading) =>
  Object.fromEntries(reading.fields.map(({ name, type }) => [name, type]));
const collection = (features: readonly string[]) =>
  `{"type":"FeatureCollection","features":[${features.join(',')}]}`;
const feature = (properties: string, geometry = '{"type":"Point","coordinates":[11,46]}', id = '') =>
  `{"type":"Feature",${id}"properties":${properties},"geometry":${geometry}}`;

const CODES = ['1', '-9007199254740993', '9007199254740993', '999999999999999999'];

describe('whole numbers beyond 2^53', () => {
  const features = CODES.map((code, n) => feature(`{"code":${code},"n":${n},"list":[${code}]}`));

  it('of GeoJSON are kept as text, all of their field, with one finding a field', async () => {
    const reading = await look('geojson', collection(features));
    expect(reading.sample.map(({ code }) => code)).toEqual(CODES);
    expect(reading.sample[2]).toEqual({ code: CODES[2], n: 2, list: [CODES[2]] });
    expect(typesOf(reading)).toEqual({ code: 'text', n: 'integer' });
    expect(reading.findings).toEqual([
      { feature: null, kind: 'integers-as-text', values: { field: 'list', count: 3 } },
      { feature: null, kind: 'integers-as-text', values: { field: 'code', count: 3 } },
    ]);
  });

  it('of TopoJSON and of ids are kept, too', async () => {
    const point = `{"type":"Point","coordinates":[11,46],"id":9007199254740993,"properties":{"code":${CODES[3]}}}`;
    const topology = `{"type":"Topology","arcs":[],"objects":{"a":${point}}}`;
    expect((await look('geojson', topology)).sample).toEqual([{ id: '9007199254740993', code: CODES[3] }]);
    const lone = feature('{}', undefined, '"id":9007199254740993,');
    expect((await look('geojson', lone)).sample).toEqual([{ id: '9007199254740993' }]);
  });

  it('of a shapefile are kept as text, also beside zeros, blanks and a deleted row', async () => {
    const columns = [
      { name: 'code', type: 'N' as const, length: 18 },
      { name: 'wide', type: 'N' as const, length: 18 },
    ];
    const rows = [...CODES, '000000000000000012', '', '******************'].map((code) => [code, '7']);
    const shapes = rows.map(() => ({ point: [11, 46] }));
    const reading = await look('shapefile', zipped(shapefile({ shapes, columns, rows })));
    expect(reading.sample.map(({ code }) => code)).toEqual([...CODES, '12', null, null]);
    expect(typesOf(reading)).toEqual({ code: 'text', wide: 'integer' });
    expect(reading.findings).toEqual([
      { feature: null, kind: 'integers-as-text', values: { field: 'code', count: 3 } },
    ]);
  });

  it('are left out of a field for integers, with the value in the finding', async () => {
    const field = {
      name: 'code',
      title: { en: 'code', it: 'code' },
      type: 'integer' as const,
      required: false,
    };
    const reading = await look('geojson', collection(features), {
      ...ROWS,
      typeFields: [field],
    });
    expect(reading.findings.filter(({ kind }) => kind === 'value-unfit').map(({ values }) => values)).toEqual(
      CODES.slice(1).map((value) => ({ field: 'code', value })),
    );
  });

  it.runIf(gdal)('have the digits that GDAL reads', async () => {
    const file = path.join(folder, 'judge.geojson');
    writeFileSync(file, collection(features));
    const printed = execFileSync('ogrinfo', ['-al', file], { encoding: 'utf8' });
    const theirs = [...printed.matchAll(/code \(Integer64\) = (-?\d+)/g)].map(([, digits]) => digits);
    expect((await look('geojson', collection(features))).sample.map(({ code }) => code)).toEqual(theirs);
  });
});

describe('an attribute that cannot be stored', () => {
  it('is dropped alone: a number beyond every double', async () => {
    const reading = await look(
      'geojson',
      collection([feature('{"a":1,"b":1e400,"c":"x"}'), feature('{"a":2,"b":-1e999,"c":[1e400,3]}')]),
    );
    expect(reading.sample).toEqual([
      { a: 1, b: null, c: 'x' },
      { a: 2, b: null, c: [null, 3] },
    ]);
    expect(reading.findings.map(({ kind, values }) => [kind, values])).toEqual([
      ['mixed-field', { field: 'c' }],
      ['numbers-beyond', { field: 'c', count: 1 }],
      ['numbers-beyond', { field: 'b', count: 2 }],
    ]);
  });

  it('is dropped alone: nested too deeply, or the longest of too much text', async () => {
    const deep = `${'['.repeat(40)}1${']'.repeat(40)}`;
    const [long, longer] = ['x'.repeat(500_000), 'y'.repeat(600_000)];
    const bowTie = '{"type":"Polygon","coordinates":[[[11,46],[12,47],[12,46],[11,47],[11,46]]]}';
    const text = feature(
      `{"name":"kept","deep":${deep},"long":${JSON.stringify(long)},"longer":${JSON.stringify(longer)}}`,
      bowTie,
    );
    const reading = await look('geojson', text, { ...ROWS });
    expect(
      reading.findings.filter(({ kind }) => kind === 'attribute-too-large').map(({ values }) => values),
    ).toEqual([{ field: 'deep' }, { field: 'longer' }]);
    const row = readFileSync(path.join(folder, DOUBTFUL_FILE), 'utf8').split('\t').at(-1)!;
    expect(JSON.parse(row)).toEqual({ name: 'kept', long });
  });
});

describe('a height that is missing', () => {
  const heights = (reading: FileReading) =>
    reading.findings.map(({ feature: of, kind, values }) => [of, kind, values]);

  it.each([
    ['at the end', '[[11,46,5],[11.1,46.1,6],[11.2,46]]', [1, 3]],
    ['at the start', '[[11,46],[11.1,46.1,6],[11.2,46,7]]', [1, 3]],
    ['twice', '[[11,46],[11.1,46.1,6],[11.2,46]]', [2, 3]],
    ['beyond every double', '[[11,46,1e400],[11.1,46.1,6]]', [1, 2]],
  ])('%s leaves a line of GeoJSON in 2D and is counted', async (_, coordinates, [missing, positions]) => {
    const line = feature('{}', `{"type":"LineString","coordinates":${coordinates}}`);
    const reading = await look('geojson', line);
    expect(heights(reading)).toEqual([[0, 'height-missing', { missing, positions }]]);
    expect(JSON.stringify(reading.preview)).not.toMatch(/,[05-7]\]/);
  });

  it.each([
    [[5, -1e39, 7], 1],
    [[NaN, 6, NaN], 2],
    [[-1e39, -1e39, -1e39], 3],
  ])('%j leaves a line of a shapefile in 2D and is counted', async (z, missing) => {
    const line = z.map((height, n) => [11 + n / 10, 46, height]);
    const reading = await look('shapefile', zipped(shapefile({ shapes: [{ line: [line] }] })));
    expect(heights(reading)).toEqual([[0, 'height-missing', { missing, positions: 3 }]]);
    expect(reading.geometryTypes).toEqual({ LineString: 1 });
  });

  it('is never 0 in what is stored: polygons with holes and several parts stay as they are, in 2D', async () => {
    const ring = (x: number, size: number, z: number | undefined) =>
      [
        [x, 46],
        [x + size, 46 + size],
        [x + size, 46],
        [x, 46 + size],
        [x, 46],
      ].map((position) => (z === undefined ? position : [...position, z]));
    const coordinates = [[ring(11, 0.1, 5), ring(11.01, 0.01, undefined)], [ring(12, 0.1, 7)]];
    const geometry = JSON.stringify({ type: 'MultiPolygon', coordinates });
    const reading = await look('geojson', feature('{}', geometry), { ...ROWS });
    expect(heights(reading)).toContainEqual([0, 'height-missing', { missing: 5, positions: 15 }]);
    const ewkb = readFileSync(path.join(folder, DOUBTFUL_FILE), 'utf8').split('\t')[3]!;
    // A MultiPolygon with SRID and without Z: little-endian 0x20000006; fifteen positions of two doubles.
    expect(ewkb.slice(0, 10)).toBe('0106000020');
    // 9 + 4 of the head, 2 polygons of 9, 3 rings of 4, 15 positions of 16 bytes.
    expect(ewkb.length / 2).toBe(13 + 18 + 12 + 240);
  });
});
