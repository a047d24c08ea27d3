import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSentence } from '../../../base/language.ts';
import { Unreadable } from '../../../base/problems.ts';
import { read } from './reading.ts';
import type { Format, FileReading, ReadingTask } from './task.ts';
import { shapefile, square, zipped } from '../../../testing/shapefile.ts';
import { zip } from '../../../testing/zip.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'groma-hostile-'));
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

async function errorOf(format: Format, content: Buffer | string): Promise<{ kind: string; values: object }> {
  try {
    await look(format, content);
  } catch (thrown) {
    if (thrown instanceof Unreadable) return { kind: thrown.key, values: thrown.values };
    throw thrown;
  }
  throw new Error('It was read.');
}

const kinds = (reading: FileReading) => reading.findings.map(({ feature, kind }) => [feature, kind]);
const SQUARES = shapefile({
  shapes: [{ polygon: [square(11, 46, 0.01)] }, { polygon: [square(12, 46, 0.01)] }],
});

describe('hostile archives', () => {
  it('do not unpack to more than they claim', async () => {
    const lying = zip([{ name: 'a.shp', content: Buffer.alloc(5_000_000), claimedSize: 1000 }]);
    expect((await errorOf('shapefile', lying)).kind).toBe('zip-member-broken');
  });

  it('do not unpack to hundreds of times their size', async () => {
    // 128 MB of zeros, packed about a thousandfold.
    const bomb = zip([{ name: 'a.dbf', content: Buffer.alloc(128 * 1024 * 1024) }]);
    expect((await errorOf('shapefile', bomb)).kind).toBe('zip-bomb');
  });

  it('are not walked through when they contain more than ten thousand files', async () => {
    const empty = Buffer.alloc(0);
    const many = zip(Array.from({ length: 10_001 }, (_, i) => ({ name: `${i}.shp`, content: empty })));
    expect(await errorOf('shapefile', many)).toEqual({
      kind: 'zip-too-many-entries',
      values: { count: 10_001, most: 10_000 },
    });
  });

  it('that are encrypted are reported', async () => {
    const locked = zip([{ name: 'a.shp', content: Buffer.alloc(200), encrypted: true }]);
    expect(await errorOf('shapefile', locked)).toEqual({ kind: 'zip-encrypted', values: { name: 'a.shp' } });
  });

  it('cannot write outside the folder they are unpacked into', async () => {
    const reading = await look('shapefile', zipped(SQUARES, '../../../../tmp/evil/parcels'));
    expect(reading.count).toBe(2);
    expect(kinds(reading)).toEqual([[null, 'zip-unsafe-path']]);
    expect(
      readdirSync(folder).every((name) => /^(upload|layer-0\.\w+|rows\.bin|doubtful\.tsv)$/.test(name)),
    ).toBe(true);
  });
});

describe('inconsistent shapefiles', () => {
  it('lose only the record that claims two thousand million points', async () => {
    const shp = Buffer.from(SQUARES['shp']!);
    shp.writeInt32LE(2 ** 31 - 1, 100 + 8 + 4 + 32 + 4);
    const reading = await look('shapefile', zipped({ ...SQUARES, shp }));
    expect(reading.geometryTypes).toEqual({ Polygon: 1 });
    expect(kinds(reading)).toEqual([[0, 'too-many-vertices']]);
  });

  it('are read by the .shp where the .shx is garbage', async () => {
    const shx = Buffer.alloc(116, 0xa5);
    const reading = await look('shapefile', zipped({ ...SQUARES, shx }));
    expect(reading.geometryTypes).toEqual({ Polygon: 2 });
    expect(kinds(reading)).toEqual([[null, 'shx-unsound']]);
  });

  it('are read as far as possible', async () => {
    const shp = SQUARES['shp']!.subarray(0, SQUARES['shp']!.length - 40);
    const reading = await look('shapefile', zipped({ ...SQUARES, shp }));
    expect([reading.count, reading.geometryTypes]).toEqual([2, { Polygon: 1 }]);
    expect(kinds(reading)).toEqual([[1, 'truncated']]);
  });

  it('are bounded by the file size, whatever the table says', async () => {
    const dbf = Buffer.from(SQUARES['dbf']!);
    dbf.writeUInt32LE(4_000_000_000, 4);
    dbf.writeUInt16LE(0, 8);
    const reading = await look('shapefile', zipped({ ...SQUARES, dbf }));
    expect(reading.count).toBe(2);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'never crash the reader, however they are damaged (seed %i)',
    async (seed) => {
      let state = seed * 7919 + 1;
      const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
      for (let round = 0; round < 40; round++) {
        const files = Object.fromEntries(
          Object.entries(SQUARES).map(([extension, content]) => {
            const damaged = Buffer.from(content);
            for (let n = 0; n < 6; n++)
              damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256);
            return [
              extension,
              damaged.subarray(0, Math.floor(damaged.length * (random() < 0.3 ? random() : 1))),
            ];
          }),
        );
        const outcome = await look('shapefile', zipped(files)).catch((thrown: unknown) => thrown);
        if (outcome instanceof Error && !(outcome instanceof Unreadable)) throw outcome;
      }
    },
  );
});

describe('hostile JSON', () => {
  it.each([
    ['{"type":"FeatureCollection","features":[]', { kind: 'json-cut-off', values: { line: 1, column: 42 } }],
    [
      '{"type":"FeatureCollection",\n"features":[1,]}',
      { kind: 'json-broken', values: { line: 2, column: 15 } },
    ],
    ['[[[[', { kind: 'json-cut-off', values: { line: 1, column: 5 } }],
    ['[1 2]', { kind: 'json-broken', values: { line: 1, column: 4 } }],
    ['{"a" 1}', { kind: 'json-broken', values: { line: 1, column: 6 } }],
    ['', { kind: 'empty-file', values: {} }],
    ['{"type":"FeatureCollection","features":{}}', { kind: 'features-no-list', values: {} }],
    ['{"type":"Polygons"}', { kind: 'no-geojson', values: { type: 'Polygons' } }],
  ])('%j is refused with its position', async (text, expected) => {
    expect(await errorOf('geojson', text)).toEqual(expected);
  });

  it.each([
    ['<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"></kml>', 'not-json-kml'],
    ['<wfs:FeatureCollection xmlns:wfs="x"></wfs:FeatureCollection>', 'not-json-gml'],
    ['<gpx version="1.1"></gpx>', 'not-json-gpx'],
    ['<!doctype html><title>x</title>', 'not-json-xml'],
    ['PK\u0003\u0004 a zip', 'not-json-zip'],
    ['SQLite format 3\0', 'not-json-geopackage'],
    ['\0\0\u0027\n\0\0', 'not-json-shp'],
    ['%PDF-1.7', 'not-json-pdf'],
    ['\u0001\u0002\u0003', 'not-json-binary'],
    ['id;name;x;y\n1;a;2;3', 'not-json'],
    ['2026-01-01,a,b', 'not-json'],
    ['12', 'no-type'],
    ['null', 'no-type'],
    ['{}', 'no-type'],
    ['{"type":7}', 'no-type'],
    [' \n ', 'empty-file'],
  ])('%j is refused with what it is: %s', async (text, kind) => {
    expect((await errorOf('geojson', Buffer.from(text, 'latin1'))).kind).toBe(kind);
    expect(hasSentence(`import.refused.${kind}`)).toBe(true);
  });

  it('is not followed into a million brackets', async () => {
    expect((await errorOf('geojson', `{"type":${'['.repeat(1_000_000)}`)).kind).toBe('json-too-deep');
  });

  it('in UTF-16 is reported', async () => {
    expect((await errorOf('geojson', Buffer.from('\ufeff{}', 'utf16le'))).kind).toBe('json-utf16');
  });

  it("reports invalid values in a feature with the feature's number", async () => {
    const text =
      '{"type":"FeatureCollection","features":[\n{"type":"Feature","properties":{},"geometry":nul}]}';
    expect(await errorOf('geojson', text)).toEqual({ kind: 'json-broken', values: { line: 2, column: 1 } });
  });

  it('keeps what is valid beside coordinates that are infinite, off the globe or a million too many', async () => {
    const point = (coordinates: string) =>
      `{"type":"Feature","properties":null,"geometry":{"type":"Point","coordinates":${coordinates}}}`;
    const line = `{"type":"Feature","properties":null,"geometry":{"type":"LineString","coordinates":[${'[1,2],'.repeat(1_000_000)}[1,2]]}}`;
    const features = [point('[11,46]'), point('[1e999,46]'), point('[11,91]'), point('["11","46"]'), line];
    const reading = await look('geojson', `{"type":"FeatureCollection","features":[${features.join(',')}]}`);
    expect([reading.count, reading.geometryTypes]).toEqual([5, { Point: 1 }]);
    expect(kinds(reading)).toEqual([
      [1, 'not-finite'],
      [2, 'out-of-range'],
      [3, 'bad-coordinates'],
      [4, 'too-many-vertices'],
    ]);
  });

  it('asks for the CRS of coordinates that are not degrees', async () => {
    const reading = await look('geojson', '{"type":"Point","coordinates":[663000,5103000]}');
    expect(reading.crs).toBeNull();
    expect(kinds(reading)).toContainEqual([null, 'crs-unknown-likely']);
  });
});
