import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Geometry, Properties } from '#core/protocol';
import { Findings } from '../base/problems.ts';
import { readingFolder } from '../testing/reading.ts';
import { OBJECTS_FILE } from '../api/imports/reading/task.ts';
import { readyCrs } from '../shared/crs/registered.ts';
import { ColumnSurvey } from './columns.ts';
import { Dxf } from './dxf/dxf.ts';
import { FlatGeobuf } from './flatgeobuf.ts';
import { GeoPackage } from './geopackage/geopackage.ts';
import { Gpx } from './gpx.ts';
import { Kml } from './kml.ts';
import { LandXml } from './landxml.ts';
import type { ExportLayer, FormatContext, FormatWriter, TargetCrs } from './layer-writer.ts';
import { ExportNotes } from './notes.ts';
import { familyOf, hasHeights, type GeometryFamily } from './shapes.ts';
import { Xlsx } from './xlsx.ts';

const { own, look, objects, zip } = readingFolder();

const WGS84: TargetCrs = {
  code: 'EPSG:4326',
  number: 4326,
  name: 'WGS 84',
  geographic: true,
  identity: true,
  unit: 'degree',
  wkt: 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]]',
  operation: '',
  accuracy: null,
  findings: new Findings(),
  apply: (geometry) => geometry,
};

const THINGS: readonly { location: Geometry; properties: Properties }[] = [
  {
    location: { type: 'Point', coordinates: [12.1, 41.5, 21.25] },
    properties: { name: 'città <1>', floors: 12 },
  },
  {
    location: {
      type: 'LineString',
      coordinates: [
        [12.1, 41.5, 21],
        [12.2, 41.6, 22],
      ],
    },
    properties: { name: '=1+1', floors: -3 },
  },
  {
    location: {
      type: 'Polygon',
      coordinates: [
        [
          [12.1, 41.1, 5],
          [12.2, 41.1, 5],
          [12.2, 41.2, 5],
          [12.1, 41.2, 5],
          [12.1, 41.1, 5],
        ],
      ],
    },
    properties: { name: 'area', floors: 0 },
  },
];

/** The folder in which a writer has left the things of a family, all of one type. */
function written(
  open: (context: FormatContext) => FormatWriter,
  families: readonly GeometryFamily[],
  crs = WGS84,
  all: readonly (typeof THINGS)[number][] = THINGS,
): string {
  const folder = own();
  const things = all.filter(({ location }) => families.includes(familyOf(location)));
  const fields = [
    { name: 'name', type: 'text' as const },
    { name: 'floors', type: 'integer' as const },
  ].map((field) => ({ ...field, title: { en: field.name, it: field.name }, required: false }));
  const columns = new ColumnSurvey(fields);
  const shapes = new Map<GeometryFamily, { flat: number; high: number; multi: number }>();
  for (const { location, properties } of things) {
    columns.add(properties);
    const family = familyOf(location);
    const seen = shapes.get(family) ?? { flat: 0, high: 0, multi: 0 };
    seen[hasHeights(location) ? 'high' : 'flat']++;
    shapes.set(family, seen);
  }
  const layer: ExportLayer = {
    typeName: 'thing',
    label: 'thing',
    title: undefined,
    file: '',
    count: things.length,
    fields,
    style: undefined,
    columns: columns.columns(),
    shapes,
  };
  const writer = open({
    folder,
    name: 'things',
    title: 'Things & more',
    crs,
    layers: [layer],
    notes: new ExportNotes('en'),
    language: 'en',
    at: '2026-01-02T03:04:05Z',
    csvGeometry: 'wkt',
  });
  writer.layer(layer);
  for (const [n, { location, properties }] of things.entries())
    writer.add({
      id: `00000000-0000-4000-8000-00000000000${n}`,
      properties,
      stored: location,
      placed: location,
      family: familyOf(location),
      high: hasHeights(location),
    });
  writer.close();
  return folder;
}

function fileIn(folder: string): { name: string; content: Buffer } {
  const [name, ...more] = readdirSync(folder).filter((one) => !/\.(xsl|qml|sld)$/.test(one));
  if (name === undefined || more.length > 0)
    throw new Error(`one file is expected: ${name} ${more.join(' ')}`);
  return { name, content: readFileSync(path.join(folder, name)) };
}

/** All files below a folder, by their paths in it. */
function filesIn(folder: string): Record<string, Buffer> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return Object.fromEntries(
    names.map((one) => {
      const file = path.join(one.parentPath, one.name);
      return [path.relative(folder, file).replaceAll('\\', '/'), readFileSync(file)];
    }),
  );
}

const placesOf = ({ coordinates }: { coordinates: unknown }): number[][] => {
  const list = coordinates as (number | number[] | number[][])[];
  if (typeof list[0] === 'number') return [list as number[]];
  return typeof (list[0] as number[])[0] === 'number' ? (list as number[][]) : (list as never[]).flat();
};

const EACH = [
  ['GeoPackage', (context: FormatContext) => new GeoPackage(context)],
  ['FlatGeobuf', (context: FormatContext) => new FlatGeobuf(context)],
  ['KML', (context: FormatContext) => new Kml(context)],
] as const;
const FAMILIES = ['point', 'line', 'polygon'] as const;

describe('What is exported is read again by imports', () => {
  describe.each(EACH)('%s', (_name, open) => {
    it.each(FAMILIES)('%s, with heights and attributes', async (family) => {
      const { name, content } = fileIn(written(open, [family]));
      const found = await objects(name, content);
      const [thing] = THINGS.filter(({ location }) => familyOf(location) === family);
      expect(found).toHaveLength(1);
      expect(found[0]!.type.replace('Multi', '')).toBe(thing!.location.type);
      // Rings may begin elsewhere and turn the other way.
      const sorted = (places: readonly (readonly number[])[]) =>
        places.map((place) => place.join(' ')).sort();
      expect(sorted(found[0]!.places)).toEqual(sorted(placesOf(thing!.location as never)));
      expect(found[0]!.properties).toMatchObject({ name: thing!.properties['name'] });
      expect(Number(found[0]!.properties['floors'])).toBe(thing!.properties['floors']);
    });
  });

  it('GPX: points and lines', async () => {
    const { name, content } = fileIn(written((context) => new Gpx(context), ['point', 'line']));
    const found = [
      ...(await objects(name, content, { layer: 'waypoints' })),
      ...(await objects(name, content, { layer: 'tracks' })),
    ];
    expect(found.map(({ places }) => places)).toEqual([[[12.1, 41.5, 21.25]], [[12.1, 41.5, 21], [12.2, 41.6, 22]]]); // prettier-ignore
    expect(JSON.stringify(found[0]!.properties)).toContain('città <1>');
  });

  it('LandXML: points', async () => {
    const { name, content } = fileIn(written((context) => new LandXml(context), ['point']));
    const [point] = await objects(name, content);
    expect(point!.places).toEqual([[12.1, 41.5, 21.25]]);
    const [thing] = THINGS.filter(({ location }) => location.type === 'Point');
    expect(point!.properties).toMatchObject({ name: thing!.properties['name'] });
    expect(Number(point!.properties['floors'])).toBe(thing!.properties['floors']);
    // By the schema a point has nothing but its coordinates.
    expect(content.toString()).not.toMatch(/<CgPoint [^>]*>[^<]*<(?!\/CgPoint>)/);
  });

  it('LandXML: points have the names that the survey gave them, others a number', () => {
    const location = { type: 'Point' as const, coordinates: [12.1, 41.5] as [number, number] };
    const points = [
      { Punto: ' 101 ' },
      { point: '' },
      { nome: 'P2', other: 'x' },
      { nome: 'P2' },
      { nome: '2' },
      {},
    ].map((properties) => ({
      ...{ location, properties },
    }));
    const { content } = fileIn(written((context) => new LandXml(context), ['point'], WGS84, points));
    expect([...content.toString().matchAll(/CgPoint name="([^"]*)"/g)].map(([, name]) => name)).toEqual([
      '101',
      '1',
      'P2',
      'P2_2',
      '2',
      '3',
    ]);
  });

  it.each([
    ['LandXML', (context: FormatContext) => new LandXml(context), /linearUnit="USSurveyFoot"/],
    // $INSUNITS 21: feet of the US survey.
    ['DXF', (context: FormatContext) => new Dxf(context), /INSUNITS\n70\n21\n/],
  ] as const)('%s in feet has heights in feet, which are read as metres', async (_name, open, unit) => {
    await readyCrs('EPSG:2263');
    const { name, content } = fileIn(written(open, ['point'], { ...WGS84, code: 'EPSG:2263', number: 2263, name: 'New York', geographic: false, unit: 'US survey foot' })); // prettier-ignore
    expect(content.toString()).toMatch(unit);
    // 21.25 m are 21.25 × 3937 / 1200 feet.
    expect(content.toString()).toContain('69.717');
    const folder = own();
    await look(name, content, { mode: 'objects', crs: 'EPSG:2263', folder });
    const [point] = readFileSync(path.join(folder, OBJECTS_FILE), 'utf8').split('\n');
    const { location } = JSON.parse(point!) as { location: { coordinates: number[] } };
    expect(location.coordinates[2]).toBeCloseTo(21.25, 9);
  });

  it('Excel: formulas stay texts', async () => {
    const folder = written((context) => new Xlsx(context), ['line']);
    const book = path.join(own(), 'things.xlsx');
    mkdirSync(path.dirname(book), { recursive: true });
    writeFileSync(book, zip(filesIn(folder)));
    const found = await objects('things.xlsx', readFileSync(book));
    expect(found[0]!.properties).toMatchObject({ name: '=1+1' });
    expect(Number(found[0]!.properties['floors'])).toBe(-3);
  });
});
