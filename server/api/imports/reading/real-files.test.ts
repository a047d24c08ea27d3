import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { hasSentence } from '../../../base/language.ts';
import { Unreadable } from '../../../base/problems.ts';
import { read } from './reading.ts';
import type { FileReading } from './task.ts';

/** Files from public projects with the results of GDAL 3.6; beside the repository where it is developed. */
const DATA = path.resolve(import.meta.dirname, '../../../../../shared/data');
const folder = mkdtempSync(path.join(os.tmpdir(), 'groma-real-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface OgrLayer {
  featuresRead: number;
  nullGeometries: number;
  geometryTypesRead: Record<string, number>;
  geometryFields: { coordinateSystem: { authority?: string } | null }[];
  firstFeatures: { properties: Record<string, unknown> }[];
}

/** Where another result than GDAL's is right. */
const OWN_COUNT: Record<string, number> = {
  // Their tables are empty, which hides the geometries from GDAL; they are read here without attributes.
  'postgis-ArcZ.zip': 1,
  'postgis-MultiPointM.zip': 1,
  'postgis-Point.zip': 3,
  'postgis-PolygonZ.zip': 1,
  'postgis-TSTPolygon.zip': 1,
};
const OWN_TYPES: Record<string, Record<string, number>> = {
  ...{ 'postgis-ArcZ.zip': { MultiLineString: 1 }, 'postgis-MultiPointM.zip': { MultiPoint: 1 } },
  ...{ 'postgis-Point.zip': { Point: 3 }, 'postgis-PolygonZ.zip': { MultiPolygon: 1 } },
  'postgis-TSTPolygon.zip': { MultiPolygon: 1 },
  // Multipatches are refused with a message.
  'gdal-multipatch.zip': {},
  'qgis-multipatch.zip': {},
  // Its second point is NaN, NaN.
  'gdal-pointnan.zip': { Point: 1 },
  // A hole outside its shell becomes a polygon of its own, which is reported.
  'gdal-testpoly.zip': { Polygon: 13, MultiPolygon: 1 },
};
/**
 * Undeclared text that is not UTF-8: GDAL returns broken letters; here windows-1252 is assumed and reported. dBase
 * booleans and dates become booleans and ISO dates.
 */
const OWN_TEXT: Record<string, Record<string, unknown>[]> = {
  'postgis-dbfonly-Latin1.zip': [{ ADDRESS: 'Tårneby in Våler I Solør kommune' }],
  'pyshp-latin1.zip': [{ id: 2, Name: 'Ñandú' }],
  'qgis-shapefile-system_encoding.zip': [{ id: null, text: 'äöü' }],
  'mbostock-boolean-property.zip': [{ foo: null }, { foo: true }, { foo: true }],
  'mbostock-date-property.zip': [{ date: '2013-01-02' }, { date: '2013-02-02' }, { date: '2013-01-03' }],
};

describe.runIf(existsSync(DATA))('shapefiles from public projects', () => {
  const files = existsSync(DATA)
    ? (
        JSON.parse(readFileSync(path.join(DATA, 'shapefiles/expected.json'), 'utf8')) as {
          files: Record<string, { layers: OgrLayer[]; error?: string }>;
        }
      ).files
    : {};

  it('are all there', () => {
    const zips = readdirSync(path.join(DATA, 'shapefiles')).filter((name) => name.endsWith('.zip'));
    expect(zips.sort()).toEqual(Object.keys(files).sort());
  });

  it.each(Object.keys(files))('%s is read as expected', async (name) => {
    const { layers, error } = files[name]!;
    const reading = await outcome('shapefile', path.join(DATA, 'shapefiles', name));
    const layer = layers[0];
    if (!layer) {
      expect(error).toBeDefined();
      expect(reading).toBeInstanceOf(Unreadable);
      return;
    }
    if (reading instanceof Unreadable) throw reading;
    // Without a CRS the file is read again with one chosen.
    const authority = layer.geometryFields[0]?.coordinateSystem?.authority ?? null;
    expect(reading.crs).toBe(authority);
    expect(reading.count).toBe(OWN_COUNT[name] ?? layer.featuresRead);
    expect(reading.geometryTypes).toEqual(OWN_TYPES[name] ?? plainTypes(layer.geometryTypesRead));
    const rows = OWN_TEXT[name] ?? layer.firstFeatures.map(({ properties }) => properties);
    if (!(name in OWN_COUNT)) expect(reading.sample.slice(0, rows.length)).toMatchObject(rows);
    if (authority) {
      // Everything with a geometry lies on the globe.
      const placed = Object.values(reading.geometryTypes).reduce((sum, count) => sum + count, 0);
      expect(reading.ready + reading.doubtful).toBe(placed);
    }
  });
});

function plainTypes(read: Record<string, number>): Record<string, number> {
  const types: Record<string, number> = {};
  for (const [name, count] of Object.entries(read)) {
    const plain = name.replace(/^(3D )?(Measured )?/, '').replaceAll(' ', '');
    if (plain !== 'null') types[plain] = (types[plain] ?? 0) + count;
  }
  return types;
}

interface Indexed {
  importExpectation: string;
  counts?: { types?: Record<string, number>; geometries?: number; nullGeometries?: number };
  gdal?: { features: number; crs: string | null }[] | null;
}

describe.runIf(existsSync(DATA))('GeoJSON from public projects', () => {
  const files = existsSync(DATA)
    ? (
        JSON.parse(readFileSync(path.join(DATA, 'geojson/index.json'), 'utf8')) as {
          files: Record<string, Indexed>;
        }
      ).files
    : {};

  it.each(Object.keys(files))('%s is read as expected', async (name) => {
    const { importExpectation, counts, gdal } = files[name]!;
    const reading = await outcome('geojson', path.join(DATA, 'geojson', name));
    const output = reading instanceof Unreadable ? 1 : reading.findingCount;
    if (importExpectation === 'accept' || importExpectation.startsWith('accept;')) {
      if (reading instanceof Unreadable) throw reading;
      expect(reading.count).toBe(
        (counts?.geometries ?? 0) + (counts?.nullGeometries ?? 0) || gdal?.[0]?.features,
      );
      // GDAL's 4979 is WGS84 with heights.
      const crs = gdal?.[0]?.crs;
      // Its latitudes reach -141: not degrees, so the CRS is requested.
      if (name.endsWith('issue82.geojson')) expect([reading.crs, reading.ready]).toEqual([null, 0]);
      else if (crs) expect(reading.crs).toBe(`EPSG:${crs === '4979' ? '4326' : crs}`);
      if (reading.extent) {
        const [west, south, east, north] = reading.extent;
        expect(Math.min(west, east)).toBeGreaterThanOrEqual(-180);
        expect(Math.max(west, east)).toBeLessThanOrEqual(180);
        expect([south >= -90, north <= 90]).toEqual([true, true]);
      }
    } else if (
      importExpectation.startsWith('reject-or-partial') ||
      importExpectation.startsWith('reject-with')
    ) {
      expect(output).toBeGreaterThan(0);
    } else if (!(reading instanceof Unreadable)) expect(reading.count).toBeGreaterThan(0);
  });

  it.each(
    Object.keys(files).filter(
      (name) => name.startsWith('antimeridian/in/') && !/no-antimeridian|almost/.test(name),
    ),
  )('%s does not smear across the map', async (name) => {
    const reading = await outcome('geojson', path.join(DATA, 'geojson', name));
    if (reading instanceof Unreadable) throw reading;
    for (const edge of edgesOf(reading.preview)) expect(edge).toBeLessThanOrEqual(pole(name) ? 360 : 180);
  });
});

const pole = (name: string) =>
  /pole|overlap|great-circle|cw-only|issues|extra-crossing|complex-split/.test(name);

function edgesOf(preview: unknown): number[] {
  const edges: number[] = [];
  const walk = (value: unknown): void => {
    if (!Array.isArray(value)) return;
    if (value.length > 1 && Array.isArray(value[0]) && typeof value[0][0] === 'number')
      for (let i = 1; i < value.length; i++)
        edges.push(Math.abs((value[i] as number[])[0]! - (value[i - 1] as number[])[0]!));
    else value.forEach(walk);
  };
  for (const feature of (preview as { features: { geometry: { coordinates: unknown } }[] }).features)
    walk(feature.geometry.coordinates);
  return edges;
}

async function outcome(format: 'shapefile' | 'geojson', file: string): Promise<FileReading | Unreadable> {
  try {
    const name = path.parse(file).name;
    const reading = await read({ format, file, folder, name, mode: 'look' });
    for (const { kind } of reading.findings) expect(hasSentence(`import.problem.${kind}`), kind).toBe(true);
    return reading;
  } catch (thrown) {
    if (!(thrown instanceof Unreadable)) throw thrown;
    expect(hasSentence(`import.refused.${thrown.key}`), thrown.key).toBe(true);
    return thrown;
  }
}
