import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Geometry, GeometryObject, ObjectType } from '#core/protocol';
import { importFile } from '../../testing/importing.ts';
import { openJobs } from '../../app/job-kinds.ts';
import { engines, oneEngine } from '../../testing/databases.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';
import { changeOf, list, save } from '../../testing/workplace.ts';
import {
  describedByGdal,
  download,
  exported,
  exportedResult,
  gdal,
  readByGdal,
  unpacked,
  type OgrFeature,
} from '../../testing/exporting.ts';

const FIELDS = [
  { name: 'città', type: 'text' },
  { name: 'depth of the well', type: 'number' },
  { name: 'depth of the ground', type: 'number' },
  { name: 'floors', type: 'integer' },
  { name: 'inspected', type: 'boolean' },
  { name: 'built', type: 'date' },
].map((field) => ({ ...field, title: { en: field.name, it: field.name }, required: false }));

const FULL = {
  città: 'Forlì "centro", n. 3',
  'depth of the well': 0.1 + 0.2,
  'depth of the ground': -1.5e-7,
  floors: 12,
  inspected: true,
  built: '1911-02-28',
  formula: '=HYPERLINK("http://x")',
  long: 'è'.repeat(300),
  nested: { a: [1, 2] },
};

/** A square of a hundredth of a degree, clockwise, with a hole. */
const HOLED: Geometry = {
  type: 'Polygon',
  coordinates: [
    [
      [12.1, 41.1],
      [12.1, 41.11],
      [12.11, 41.11],
      [12.11, 41.1],
      [12.1, 41.1],
    ],
    [
      [12.104, 41.104],
      [12.106, 41.104],
      [12.106, 41.106],
      [12.104, 41.106],
      [12.104, 41.104],
    ],
  ],
};
const HIGH_LINE: Geometry = {
  type: 'LineString',
  coordinates: [
    [12.123456789012345, 41.98765432109876, 57.123456789],
    [12.2, 41.2, -3],
    [12.25, 41.21, 0.1],
  ],
};

const OBJECTS: readonly { typeName: string; location: Geometry; properties: Record<string, unknown> }[] = [
  {
    typeName: 'Wells & springs',
    location: { type: 'Point', coordinates: [12.4964, 41.9028, 57.25] },
    properties: FULL,
  },
  { typeName: 'Wells & springs', location: { type: 'Point', coordinates: [-0.1, 1 / 3, 0] }, properties: {} },
  {
    typeName: 'Wells & springs',
    location: { type: 'Point', coordinates: [12.5, 41.9] },
    properties: { città: null, floors: 0, inspected: false },
  },
  { typeName: 'mixed', location: HIGH_LINE, properties: { name: 'high' } },
  {
    typeName: 'mixed',
    location: {
      type: 'LineString',
      coordinates: [
        [12, 41],
        [12.5, 41.5],
      ],
    },
    properties: { name: '-12.5' },
  },
  {
    typeName: 'mixed',
    location: {
      type: 'MultiLineString',
      coordinates: [
        [
          [12, 41],
          [12.5, 41.5],
        ],
        [
          [13, 41],
          [13.5, 41.5],
          [13.6, 41.6],
        ],
      ],
    },
    properties: { name: 'two parts' },
  },
  { typeName: 'mixed', location: HOLED, properties: { name: 'holed' } },
  {
    typeName: 'mixed',
    location: {
      type: 'MultiPolygon',
      coordinates: [
        HOLED.coordinates,
        [
          [
            [13, 41],
            [13.1, 41],
            [13.1, 41.1],
            [13, 41],
          ],
        ],
      ] as never,
    },
    properties: { name: 'two areas' },
  },
  {
    typeName: 'mixed',
    location: {
      type: 'Polygon',
      coordinates: [
        [
          [14, 41, 10],
          [14.1, 41, 11],
          [14.1, 41.1, 12],
          [14, 41, 10],
        ],
      ],
    },
    properties: { name: 'high area' },
  },
  {
    typeName: 'mixed',
    location: {
      type: 'MultiPoint',
      coordinates: [
        [12, 41, 5],
        [12.1, 41.1, 6],
      ],
    },
    properties: { name: 'points' },
  },
];

const ALL = ['shapefile', 'geojson', 'geopackage', 'flatgeobuf', 'kml', 'kmz', 'dxf', 'csv'] as const;

/** All positions of a geometry; rings rotated to start at their lowest corner and in one direction. */
function plain(geometry: { type: string; coordinates: unknown }): unknown {
  const { type, coordinates } = geometry;
  const ring = (positions: number[][]) => {
    const open = positions.slice(0, -1);
    const turns = [open, [...open].reverse()].map((run) => {
      const texts = run.map(String);
      const first = texts.indexOf([...texts].sort()[0]!);
      return [...run.slice(first), ...run.slice(0, first)];
    });
    return turns.sort((a, b) => (String(a) < String(b) ? -1 : 1))[0];
  };
  if (type === 'Polygon') return (coordinates as number[][][]).map(ring);
  if (type === 'MultiPolygon') return (coordinates as number[][][][]).map((polygon) => polygon.map(ring));
  return coordinates;
}

/** A geometry as a multi-geometry, which some formats always write. */
function asMulti({ type, coordinates }: { type: string; coordinates: unknown }) {
  return type.startsWith('Multi')
    ? { type, coordinates }
    : { type: `Multi${type}`, coordinates: [coordinates] };
}

describe.each(engines)('exporting data, %s', (engine) => {
  /** What is in the files of the other formats is the same wherever the rows come from. */
  const isEveryFormat = oneEngine.includes(engine);
  let server: TestServer;
  let admin: TestPerson;
  let surveyor: TestPerson;
  let projectId: string;
  let objects: GeometryObject[];

  beforeAll(async () => {
    server = await startTestServer({ engine, jobs: openJobs });
    admin = await server.admin();
    surveyor = await server.person(admin, 'Sara', [
      'geometries.read',
      'geometries.write',
      'import',
      'export',
    ]);
    projectId = (await server.project(admin, 'Via Appia: 1° lotto', [surveyor])).id;
    for (const type of [{ name: 'Wells & springs', fields: FIELDS }, { name: 'mixed' }, { name: 'secret' }])
      must(await admin.send<ObjectType>('POST', '/attributes', type), 201);
    const changes = OBJECTS.map((object) => changeOf({ ...object, clientId: randomUUID() }));
    for (const answer of await save(surveyor, projectId, changes))
      expect(answer).toMatchObject({ status: 'saved' });
    objects = await list(surveyor, projectId);
    expect(objects).toHaveLength(OBJECTS.length);
  });
  afterAll(() => server?.close());

  const exportAll = async (body: Record<string, unknown>, by = surveyor) => {
    const result = await exportedResult(by, projectId, 'data', body);
    const { bytes, status } = await download(server, by, result.nameZip);
    expect(status).toBe(200);
    expect(bytes.length).toBe(result.size);
    return { result, ...(await unpacked(bytes, result)) };
  };

  /** Pairs the API's objects with those of the file by id. */
  const paired = (features: readonly OgrFeature[]) =>
    features.map((feature) => {
      const id = String(feature.properties['groma_id'] ?? (feature as { id?: string }).id);
      return { feature, object: objects.find((object) => object.id === id)! };
    });

  describe.runIf(gdal)('read back by GDAL', () => {
    let folder: string;
    let remove: () => void;
    let notes: string[];

    beforeAll(async () => {
      const done = await exportAll({ formats: isEveryFormat ? ALL : ['geojson'], crs: 'EPSG:4326' });
      ({ folder, remove } = done);
      ({ notes } = done.result);
      expect(done.result.count).toBe(OBJECTS.length);
    });
    afterAll(() => remove?.());

    it('GeoJSON contains every object as the API returns it, bit for bit', () => {
      const seen = ['Wells-springs', 'mixed'].flatMap((name) =>
        paired(readByGdal(path.join(folder, 'geojson', `${name}.geojson`))),
      );
      expect(seen).toHaveLength(OBJECTS.length);
      for (const { feature, object } of seen) {
        expect(feature.geometry.type).toBe(object.location.type);
        expect(plain(feature.geometry)).toEqual(plain(object.location));
      }
      const text = fs.readFileSync(path.join(folder, 'geojson', 'Wells-springs.geojson'), 'utf8');
      const { features } = JSON.parse(text) as { features: { id: string; properties: unknown }[] };
      for (const { id, properties } of features)
        expect(properties).toEqual(objects.find((object) => object.id === id)!.properties);
    });

    it('GeoJSON has counterclockwise outer rings, as RFC 7946 requires', () => {
      const text = fs.readFileSync(path.join(folder, 'geojson', 'mixed.geojson'), 'utf8');
      const { features } = JSON.parse(text) as {
        features: { properties: { name: string }; geometry: Geometry }[];
      };
      const { geometry } = features.find(({ properties }) => properties.name === 'holed')!;
      const [outline, hole] = geometry.coordinates as number[][][];
      expect(outline!.slice(0, 2)).toEqual([
        [12.1, 41.1],
        [12.11, 41.1],
      ]);
      expect(hole!.slice(0, 2)).toEqual([
        [12.104, 41.104],
        [12.104, 41.106],
      ]);
    });

    it.runIf(isEveryFormat)(
      'GeoPackage contains the same geometries, heights and values, with a spatial index, in WGS 84',
      () => {
        const file = path.join(folder, 'geopackage', 'Via-Appia-1-lotto.gpkg');
        const layers = ['Wells & springs', 'mixed_line', 'mixed_multipoint', 'mixed_polygon'];
        const seen = layers.flatMap((layer) => paired(readByGdal(file, layer)));
        expect(seen).toHaveLength(OBJECTS.length);
        for (const { feature, object } of seen) {
          expect(feature.geometry.type).toBe(object.location.type);
          expect(plain(feature.geometry)).toEqual(plain(object.location));
          for (const [name, value] of Object.entries(object.properties))
            // GDAL prints attributes to 15 digits.
            expect(feature.properties[name]).toEqual(
              typeof value === 'number' ? Number(value.toPrecision(15)) : value,
            );
        }
        const messages = describedByGdal(file);
        expect(messages).toContain('Geometry: 3D Point');
        expect(messages).toContain('inspected: Integer(Boolean)');
        expect(messages).toContain('built: Date');
        expect(messages).toContain('floors: Integer64');
        expect(messages).toContain('ID["EPSG",4326]');
      },
    );

    it.runIf(isEveryFormat)(
      'styles are in the GeoPackage, where QGIS looks for them, and beside the files as SLD',
      () => {
        const file = path.join(folder, 'geopackage', 'Via-Appia-1-lotto.gpkg');
        const styles = readByGdal(file, 'layer_styles').map(({ properties }) => properties);
        expect(styles.map(({ f_table_name }) => f_table_name).sort()).toEqual([
          'Wells & springs',
          'mixed_line',
          'mixed_multipoint',
          'mixed_polygon',
        ]);
        for (const { styleQML, styleSLD, useAsDefault } of styles) {
          expect(styleQML).toMatch(/^<!DOCTYPE qgis .*<renderer-v2 type="singleSymbol"/s);
          expect(styleSLD).toContain('<StyledLayerDescriptor');
          expect(useAsDefault).toBeTruthy();
        }
        const files = fs.readdirSync(path.join(folder, 'styles')).sort();
        expect(files).toEqual(['Wells-springs.sld', 'mixed.sld']);
        const sld = fs.readFileSync(path.join(folder, 'styles', 'mixed.sld'), 'utf8');
        expect(sld).toContain('<se:LineSymbolizer>');
      },
    );

    it.runIf(isEveryFormat)(
      'shapefiles contain the same geometries and values, with valid column names',
      () => {
        const of = (name: string) => path.join(folder, 'shapefile', `${name}.shp`);
        const layers = [
          'Wells-springs_point',
          'Wells-springs_point_z',
          'mixed_line',
          'mixed_line_z',
          'mixed_polygon',
          'mixed_polygon_z',
          'mixed_multipoint_z',
        ];
        const seen = layers.flatMap((layer) => paired(readByGdal(of(layer))));
        expect(seen).toHaveLength(OBJECTS.length);
        for (const { feature, object } of seen)
          expect(plain(asMulti(feature.geometry))).toEqual(plain(asMulti(object.location)));
        const full = seen.find(({ object }) => object.properties['floors'] === 12)!.feature.properties;
        // Two attributes share their first ten letters.
        expect(full).toMatchObject({
          citta: FULL['città'],
          // GDAL prints attributes to 15 digits.
          depth_of_t: 0.3,
          depth_of_2: -1.5e-7,
          floors: 12,
          built: '1911-02-28',
          // 254 bytes.
          long: 'è'.repeat(127),
          nested: { a: [1, 2] },
        });
        expect([true, 1, 'T']).toContain(full['inspected']);
        const messages = describedByGdal(of('Wells-springs_point_z'));
        expect(messages).toContain('Geometry: 3D Point');
        expect(messages).toContain('ID["EPSG",4326]');
        const key = fs.readFileSync(path.join(folder, 'shapefile', 'columns.csv'), 'utf8');
        expect(key).toContain('Wells-springs_point_z,depth_of_2,"depth of the ground"');
        expect(notes.join('\n')).toContain('1 text of long (Wells & springs) was truncated to 254 bytes');
      },
    );

    it.runIf(isEveryFormat)(
      'FlatGeobuf contains the same geometries and values, those with heights in files of their own',
      () => {
        const files = fs.readdirSync(path.join(folder, 'flatgeobuf')).sort();
        expect(files).toEqual([
          'Wells-springs-z.fgb',
          'Wells-springs.fgb',
          'mixed-line-z.fgb',
          'mixed-line.fgb',
          'mixed-multipoint.fgb',
          'mixed-polygon-z.fgb',
          'mixed-polygon.fgb',
        ]);
        const of = (name: string) => path.join(folder, 'flatgeobuf', name);
        const seen = files.flatMap((name) => paired(readByGdal(of(name))));
        expect(seen).toHaveLength(OBJECTS.length);
        for (const { feature, object } of seen)
          expect(plain(feature.geometry)).toEqual(plain(object.location));
        const full = seen.find(({ object }) => object.properties['floors'] === 12)!.feature.properties;
        expect(full).toMatchObject({
          città: FULL['città'],
          built: '1911-02-28',
          floors: 12,
          inspected: true,
        });
        expect(describedByGdal(of('Wells-springs-z.fgb'))).toMatch(/Geometry: 3D Point[^]*ID\["EPSG",4326\]/);
      },
    );

    it.runIf(isEveryFormat).each(['kml', 'kmz'])(
      '%s holds the same geometries and values, a document a type',
      (format) => {
        const file = path.join(folder, format, `Via-Appia-1-lotto.${format}`);
        const seen = ['Wells & springs', 'mixed'].flatMap((layer) => paired(readByGdal(file, layer)));
        expect(seen).toHaveLength(OBJECTS.length);
        for (const { feature, object } of seen) {
          const flat = JSON.stringify(plain(asMulti(object.location)));
          expect(JSON.stringify(plain(asMulti(withoutZeros(feature.geometry, object.location))))).toBe(flat);
        }
        const full = seen.find(({ object }) => object.properties['floors'] === 12)!.feature.properties;
        expect(full).toMatchObject({ città: FULL['città'], 'depth of the well': 0.3, long: FULL.long });
        const inspected = seen.map(({ feature, object }) => [
          feature.properties['inspected'],
          object.properties['inspected'],
        ]);
        expect(inspected).toContainEqual([1, true]);
        expect(inspected).toContainEqual([0, false]);
      },
    );

    it.runIf(isEveryFormat)(
      'DXF contains every part as a point or polyline with heights, one layer per type',
      () => {
        const file = path.join(folder, 'dxf', 'Via-Appia-1-lotto.dxf');
        const seen = readByGdal(file, 'entities');
        // Points: 3 wells, 2 of the multipoint. Lines: 1, 1 and 2 parts. Rings: 2, 2 + 1, 1.
        expect(seen).toHaveLength(3 + 2 + 1 + 1 + 2 + 2 + 3 + 1);
        expect(new Set(seen.map(({ properties }) => properties['Layer']))).toEqual(
          new Set(['Wells & springs', 'mixed']),
        );
        const texts = seen.map(({ geometry }) => JSON.stringify(geometry.coordinates));
        expect(texts).toContain(JSON.stringify(HIGH_LINE.coordinates));
        expect(texts).toContain('[12.4964,41.9028,57.25]');
        expect(texts).toContain('[12.5,41.9]');
        expect(notes.join('\n')).toContain('The coordinates in the DXF are degrees of EPSG:4326.');
        expect(texts).toContain(JSON.stringify((HOLED.coordinates as number[][][])[1]));
      },
    );

    it.runIf(isEveryFormat)('CSV contains WKT and values; formulas are escaped', () => {
      const file = path.join(folder, 'csv', 'Wells-springs.csv');
      const seen = paired(readByGdal(file));
      expect(seen).toHaveLength(3);
      for (const { feature, object } of seen) expect(feature.geometry).toEqual(object.location);
      const full = seen.find(({ object }) => object.properties['floors'] === 12)!.feature.properties;
      // GDAL prints attributes to 15 digits.
      expect(full).toMatchObject({
        città: FULL['città'],
        'depth of the well': 0.3,
        floors: 12,
        formula: `'=HYPERLINK("http://x")`,
      });
      expect(fs.readFileSync(file, 'utf8')).toContain(',0.30000000000000004,');
      const described = describedByGdal(file);
      for (const line of [
        'floors: Integer64',
        'inspected: Integer(Boolean)',
        'built: Date',
        'depth of the well: Real',
        'città: String',
        'ID["EPSG",4326]',
      ])
        expect(described).toContain(line);
      // A signed number is not a formula.
      expect(fs.readFileSync(path.join(folder, 'csv', 'mixed.csv'), 'utf8')).toMatch(/,-12\.5\r\n/);
      expect(notes.join('\n')).toContain('1 text in CSV starts with an apostrophe');
    });
  });

  it.runIf(gdal && isEveryFormat)('writes points to columns X, Y and Z on request', async () => {
    const { folder, remove } = await exportAll({ formats: ['csv'], crs: 'EPSG:4326', csvGeometry: 'xyz' });
    const lines = fs.readFileSync(path.join(folder, 'csv', 'Wells-springs-points.csv'), 'utf8').split('\r\n');
    expect(lines[0]).toMatch(/^\ufeffgroma_id,X,Y,Z,città,/);
    expect(lines.some((line) => line.includes(',12.4964,41.9028,57.25,'))).toBe(true);
    expect(lines.some((line) => line.includes(',12.5,41.9,,'))).toBe(true);
    const described = paired(readByGdal(path.join(folder, 'csv', 'Wells-springs-points.csv')));
    for (const { feature, object } of described) expect(feature.geometry).toEqual(object.location);
    expect(described).toHaveLength(3);
    remove();
  });

  describe.runIf(gdal && isEveryFormat)('in another CRS', () => {
    // Identified by their .prj alone, computed by GDAL with its own parameters for the same datum.
    it.each([
      ['EPSG:32633', 0.001, 'WGS 84 / UTM zone 33N'],
      ['EPSG:25833', 0.001, 'ETRS89 / UTM zone 33N'],
      ['EPSG:7792', 0.001, 'RDN2008 / UTM zone 33N'],
      ['EPSG:3857', 0.001, 'WGS 84 / Pseudo-Mercator'],
    ])('%s agrees with GDAL to %d m, and GDAL identifies it', async (crs, tolerance, name) => {
      const { folder, remove, result } = await exportAll({
        formats: ['shapefile', 'geojson', 'geopackage', 'csv', 'dxf'],
        crs,
        typeNames: ['mixed'],
      });
      const ours = readByGdal(path.join(folder, 'shapefile', 'mixed_line_z.shp'), undefined, [
        '-lco',
        'RFC7946=NO',
      ]);
      const theirs = readByGdal(path.join(folder, 'geojson', 'mixed.geojson'), undefined, ['-t_srs', crs]);
      const byId = new Map(theirs.map((feature) => [String((feature as { id?: string }).id), feature]));
      for (const { geometry, properties } of ours) {
        const other = byId.get(String(properties['groma_id']))!.geometry.coordinates as number[][];
        (geometry.coordinates as number[][]).forEach((position, n) => {
          expect(Math.hypot(position[0]! - other[n]![0]!, position[1]! - other[n]![1]!)).toBeLessThan(
            tolerance,
          );
          expect(position[2]).toBe(other[n]![2]);
        });
      }
      expect(describedByGdal(path.join(folder, 'shapefile', 'mixed_line_z.shp'))).toMatch(/PROJCRS\["/);
      expect(describedByGdal(path.join(folder, 'geopackage', 'Via-Appia-1-lotto.gpkg'))).toContain(
        `PROJCRS["${name}"`,
      );
      expect(describedByGdal(path.join(folder, 'csv', 'mixed.csv'))).toMatch(/PROJCRS\["/);
      expect(result.notes.join('\n')).not.toContain('degrees');
      const readme = fs.readFileSync(path.join(folder, 'README.txt'), 'utf8');
      expect(readme).toContain(`${crs}, ${name}`);
      expect(readme).toMatch(/Transformed from WGS 84 \(EPSG:4326\) with: \+proj=/);
      remove();
    });
  });

  it('imports again with the same coordinates, bit for bit', async () => {
    const { folder, remove, result } = await exportAll({
      formats: ['geojson', 'shapefile'],
      crs: 'EPSG:4326',
    });
    const again = await server.project(admin, 'Again', [surveyor]);
    const file = fs.readFileSync(path.join(folder, 'geojson', 'mixed.geojson'));
    const fields = { commit: 'true', typeName: 'again' };
    expect(await importFile(server, surveyor, again.id, 'mixed.geojson', file, fields)).toMatchObject({
      state: 'done',
    });
    const zip = (await download(server, surveyor, result.nameZip)).bytes;
    for (const layer of [
      'mixed_line',
      'mixed_line_z',
      'mixed_polygon',
      'mixed_polygon_z',
      'mixed_multipoint_z',
    ])
      expect(
        await importFile(server, surveyor, again.id, 'all.zip', zip, {
          commit: 'true',
          typeName: `from ${layer}`,
          layer,
        }),
      ).toMatchObject({ state: 'done', result: { crs: 'EPSG:4326' } });
    const back = await list(surveyor, again.id);
    const mixed = objects.filter(({ typeName }) => typeName === 'mixed');
    const texts = (of: readonly GeometryObject[], multi: boolean) =>
      of.map(({ location }) => JSON.stringify(plain(multi ? asMulti(location) : location))).sort();
    expect(
      texts(
        back.filter(({ typeName }) => typeName === 'again'),
        false,
      ),
    ).toEqual(texts(mixed, false));
    expect(
      texts(
        back.filter(({ typeName }) => typeName.startsWith('from')),
        true,
      ),
    ).toEqual(texts(mixed, true));
    remove();
  });

  it('exports only objects in a box or an area, of some types or by id', async () => {
    const counts = async (body: Record<string, unknown>) =>
      (await exportedResult(surveyor, projectId, 'data', { formats: ['geojson'], ...body })).count;
    const meeting = (box: number[]) =>
      list(surveyor, projectId, `?bbox=${box.join(',')}`).then((found) => found.length);
    const box = [13.9, 40.9, 14.2, 41.2];
    expect(await counts({ bbox: box })).toBe(await meeting(box));
    const area = {
      type: 'Polygon',
      coordinates: [
        [
          [13.9, 40.9],
          [14.2, 40.9],
          [14.2, 41.2],
          [13.9, 40.9],
        ],
      ],
    };
    expect(await counts({ area })).toBe(1);
    expect(await counts({ typeNames: ['Wells & springs'] })).toBe(3);
    expect(await counts({ ids: [objects[0]!.id] })).toBe(1);
    const none = await exported(surveyor, projectId, 'data', { formats: ['geojson'], bbox: [0, 80, 1, 81] });
    expect(none).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('No objects match') as string,
    });
  });

  it('answers an invalid request with one sentence', async () => {
    const ask = (body: unknown) =>
      surveyor.send<{ detail: string }>('POST', '/export/data', body, { projectid: projectId });
    const formats = ['csv'];
    expect(await ask({ formats, crs: 'EPSG:99999' })).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('EPSG:99999') as string },
    });
    expect((await ask({ formats: [] })).status).toBe(400);
    expect((await ask({ formats: ['dwg'] })).status).toBe(400);
    expect((await ask({ formats, bbox: [0, 50, 1, 40] })).status).toBe(400);
    const bowTie = [
      [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
        [0, 0],
      ],
    ];
    expect((await ask({ formats, area: { type: 'Polygon', coordinates: bowTie } })).body.detail).toContain(
      'crosses itself',
    );
    expect((await ask({ formats, area: { type: 'Point', coordinates: [0, 0] } })).status).toBe(422);
  });

  it.runIf(gdal && isEveryFormat)(
    'writes fewer decimals, no heights and Windows-1252 on request',
    async () => {
      const properties = { plain: 'Forlì – 5 €', other: 'Київ' };
      const location: Geometry = { type: 'Point', coordinates: [12, 42, 1] };
      await save(surveyor, projectId, [
        changeOf({ typeName: 'mixed', location, properties, clientId: randomUUID() }),
      ]);
      const { folder, remove, result } = await exportAll({
        formats: ['shapefile', 'csv', 'geojson', 'dxf'],
        crs: 'EPSG:32633',
        bbox: [11.99, 41.99, 12.01, 42.01],
        decimals: 2,
        heights: false,
        encoding: 'windows-1252',
      });
      const [shape] = readByGdal(path.join(folder, 'shapefile', 'mixed_point.shp'));
      expect(shape!.properties).toMatchObject({ plain: 'Forlì – 5 €', other: '????' });
      const csv = fs.readFileSync(path.join(folder, 'csv', 'mixed.csv'), 'latin1');
      expect(csv).toContain('Forlì \u0096 5 \u0080');
      // cs2cs EPSG:4326 EPSG:32633: 251 535.08 4 654 130.89.
      expect(csv).toContain('POINT (251535.08 4654130.89)');
      const { features } = JSON.parse(
        fs.readFileSync(path.join(folder, 'geojson', 'mixed.geojson'), 'utf8'),
      ) as { features: { geometry: Geometry }[] };
      expect(features[0]!.geometry.coordinates).toEqual([12, 42]);
      expect(result.notes.join()).toContain('letters that Windows-1252 does not have');
      remove();
    },
  );
});

/** KML has no 2D positions: GDAL reads a height of 0 where another object of the layer has one. */
function withoutZeros(geometry: OgrFeature['geometry'], like: Geometry): OgrFeature['geometry'] {
  if (JSON.stringify(like.coordinates).match(/\[[^[\],]+,[^[\],]+,[^[\],]+\]/)) return geometry;
  return {
    type: geometry.type,
    coordinates: JSON.parse(
      JSON.stringify(geometry.coordinates).replace(/\[([^[\],]+),([^[\],]+),0(?:\.0)?\]/g, '[$1,$2]'),
    ) as unknown,
  };
}
