import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileRecord, Geometry, GeometryObject, ObjectType, PictureMark } from '#core/protocol';
import { upload } from '../../testing/sending.ts';
import { openJobs } from '../../app/job-kinds.ts';
import { engines } from '../../testing/databases.ts';
import { pathsOf } from '../../testing/pdf-paths.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';
import { makeObject, square } from '../../testing/workplace.ts';
import { download, exported, exportedResult, unpacked } from '../../testing/exporting.ts';
import { measuresOf } from './content/measures.ts';

const poppler = installed('pdftotext');

function installed(program: string): boolean {
  try {
    execFileSync(program, ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write(`${program} (poppler-utils) is not installed here: PDFs are not read back.\n`);
    return false;
  }
}

const RIGHTS = ['geometries.read', 'geometries.write', 'files.write', 'export'];

describe.each(engines)('documents, reports and intersections, %s', (engine) => {
  let server: TestServer;
  let admin: TestPerson;
  let sara: TestPerson;
  let blocked: TestPerson;
  let projectId: string;
  let well: GeometryObject;
  let parcel: GeometryObject;

  beforeAll(async () => {
    server = await startTestServer({ engine, jobs: openJobs });
    admin = await server.admin();
    sara = await server.person(admin, 'Sara', RIGHTS);
    blocked = await server.person(admin, 'Carla', RIGHTS, { blockedLayers: ['zone'] });
    projectId = (await server.project(admin, 'Città alta', [sara, blocked])).id;
    const source = {
      name: 'source',
      title: { en: 'Source', it: 'Origine' },
      type: 'relation',
      required: false,
    };
    for (const type of [{ name: 'well' }, { name: 'parcel', fields: [source] }, { name: 'zone' }])
      must(await admin.send<ObjectType>('POST', '/attributes', type), 201);
    well = await makeObject(sara, projectId, {
      typeName: 'well',
      location: { type: 'Point', coordinates: [12.4964, 41.9028, 57.25] },
      properties: { name: 'Pozzo è profondo', depth: 12.5 },
    });
    parcel = await makeObject(sara, projectId, {
      typeName: 'parcel',
      location: square(12.5, 41.9, 0.002),
      properties: { name: 'P1', source: well.id },
    });
    // One over the upper right quarter of the parcel, one along its right side.
    await makeObject(sara, projectId, {
      typeName: 'zone',
      location: square(12.501, 41.901, 0.002),
      properties: { use: 'park' },
    });
    await makeObject(sara, projectId, {
      typeName: 'zone',
      location: square(12.502, 41.8995, 0.001),
      properties: { use: 'road' },
    });
  });
  afterAll(() => server?.close());

  const files = async (
    kind: 'document' | 'report' | 'intersections',
    body: unknown,
    by = sara,
    language = 'en',
  ) => {
    const result = await exportedResult(by, projectId, kind, body, { 'accept-language': language });
    const { bytes } = await download(server, by, result.nameZip);
    return { result, ...(await unpacked(bytes, result)) };
  };
  const textOf = (file: string) => execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' });

  it('intersections are the shared area or edge, with geodesic measures and the attributes of both', async () => {
    const body = { first: 'parcel', second: 'zone', formats: ['geojson'], crs: 'EPSG:4326' };
    const { folder, result, remove } = await files('intersections', body);
    expect(result.count).toBe(2);
    const file = path.join(
      folder,
      result.files.find((name) => name.endsWith('.geojson'))!,
    );
    const { features } = JSON.parse(fs.readFileSync(file, 'utf8')) as {
      features: { geometry: Geometry; properties: Record<string, unknown> }[];
    };
    const area = features.find(({ geometry }) => geometry.type === 'Polygon')!;
    const side = features.find(({ geometry }) => geometry.type === 'LineString')!;
    // 0.001° by 0.001°; PostGIS' geodesics against Karney's own library.
    const expected = measuresOf(square(12.501, 41.901, 0.001));
    expect(Number(area.properties['area_m2']) / expected.area).toBeCloseTo(1, 6);
    expect(area.properties).toMatchObject({ first_id: parcel.id, first_name: 'P1', second_use: 'park' });
    // From 41.9 to 41.9005: half of the road's side.
    const length = measuresOf({
      type: 'LineString',
      coordinates: [
        [12.502, 41.9],
        [12.502, 41.9005],
      ],
    }).length;
    expect(Number(side.properties['length_m']) / length).toBeCloseTo(1, 6);
    expect(side.properties).toMatchObject({ second_use: 'road' });
    expect(result.notes.join(' ')).toContain('length_m and area_m2 are geodesic');
    remove();
  });

  it('intersections of a type with itself list each pair once, and say when there are none', async () => {
    const none = await exported(sara, projectId, 'intersections', {
      first: 'zone',
      second: 'zone',
      formats: ['csv'],
      bbox: [12.5021, 41.899, 12.5029, 41.8999],
    });
    expect(none).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('No objects of the two types') as string,
    });
    const hidden = await exported(blocked, projectId, 'intersections', {
      first: 'parcel',
      second: 'zone',
      formats: ['csv'],
    });
    expect(hidden.state).toBe('failed');
  });

  describe('of locked layers', () => {
    const lock = async (body: { lock?: string[]; unlock?: string[] }, by = sara) =>
      must(
        await by.send<{ typeNames: string[] | null }>('POST', `/projects/${projectId}/lockedlayers`, body),
        200,
      ).typeNames;
    const protect = async (value: boolean) => {
      const { headers } = await sara.send('GET', `/preferences/${sara.id}`);
      const ifMatch = { 'if-match': String(headers['etag']) };
      const body = { preventCopyLockedLayers: value };
      must(await sara.send('PUT', `/preferences/${sara.id}`, body, ifMatch), 200);
    };
    const FORMATS = ['shapefile', 'geojson', 'geopackage', 'kml', 'kmz', 'dxf', 'csv'] as const;
    const locked = {
      state: 'failed',
      error:
        'The layers zone are locked, and locked layers are not exported. Unlock them in the layers panel, or switch off “Protect locked layers from copying” in the preferences.',
    };

    it('are locked per person, by names that exist', async () => {
      const path = `/projects/${projectId}/lockedlayers`;
      expect((await admin.send('GET', path)).body).toEqual({ typeNames: null });
      expect(await lock({ lock: ['zone', 'well'] })).toEqual(['well', 'zone']);
      expect(await lock({ unlock: ['well', 'no such type'] })).toEqual(['zone']);
      expect((await sara.send('GET', path)).body).toEqual({ typeNames: ['zone'] });
      expect((await admin.send('GET', path)).body).toEqual({ typeNames: null });
      expect((await sara.send('POST', path, { lock: ['no such type'] })).status).toBe(422);
      expect((await blocked.send('POST', path, { lock: ['zone'] })).status).toBe(422);
    });

    it('there is nothing in any format of data', async () => {
      await lock({ lock: ['zone'] });
      const result = await exportedResult(sara, projectId, 'data', { formats: FORMATS });
      expect(result.count).toBe(2);
      expect(result.notes).toContain('Not exported, because their layers are locked: zone.');
      const { bytes } = await download(server, sara, result.nameZip);
      const { folder, remove } = await unpacked(bytes, result);
      const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
      const own = files.filter((file) => file.isFile() && !/README|LEGGIMI/i.test(file.name));
      expect(own.length).toBeGreaterThanOrEqual(FORMATS.length);
      const withZones = own.filter(
        (file) =>
          file.name.includes('zone') ||
          fs.readFileSync(path.join(file.parentPath, file.name)).includes('park'),
      );
      expect(withZones.map(({ name }) => name)).toEqual([]);
      remove();
      for (const format of FORMATS) {
        const body = { formats: [format], typeNames: ['zone'] };
        expect(await exported(sara, projectId, 'data', body)).toMatchObject(locked);
      }
    });

    it('there is nothing in documents, reports and intersections', async () => {
      await lock({ lock: ['zone'] });
      const zones = await sara.send<GeometryObject[]>('GET', '/geometries', undefined, {
        projectid: projectId,
        type: 'zone',
      });
      const [zone] = must(zones, 200);
      const document = await exportedResult(sara, projectId, 'document', { ids: [well.id, zone!.id] });
      expect(document.count).toBe(1);
      expect(document.notes).toContain('Not exported, because their layers are locked: zone.');
      expect(await exported(sara, projectId, 'document', { ids: [zone!.id] })).toMatchObject(locked);
      expect((await exportedResult(sara, projectId, 'report', {})).count).toBe(2);
      for (const [first, second] of [
        ['parcel', 'zone'],
        ['zone', 'parcel'],
        ['zone', 'zone'],
      ]) {
        const body = { first, second, formats: ['csv'] };
        expect(await exported(sara, projectId, 'intersections', body)).toMatchObject(locked);
      }
    });

    it('is everything when the person has switched the protection off, or another person exports', async () => {
      await lock({ lock: ['zone'] });
      const body = { formats: ['csv'] };
      await protect(false);
      expect((await exportedResult(sara, projectId, 'data', body)).count).toBe(4);
      await protect(true);
      expect((await exportedResult(sara, projectId, 'data', body)).count).toBe(2);
      await lock({ unlock: ['zone'] });
      expect((await exportedResult(sara, projectId, 'data', body)).count).toBe(4);
    });
  });

  describe.runIf(poppler)('as PDF', () => {
    it('a document lists its objects in the given order, with attributes, measures and coordinates', async () => {
      const format = JSON.stringify({ areaUnit: 'ha', areaDigits: 6, lengthUnit: 'ft', lengthDigits: 2 });
      await server.db.query('update projects set display_format = $2::jsonb where id = $1', [
        projectId,
        format,
      ]);
      const { folder, result, remove } = await files(
        'document',
        { ids: [parcel.id, well.id], crs: 'EPSG:32633' },
        sara,
        'it',
      );
      expect(result.files).toEqual(['Citta-alta.pdf']);
      const text = textOf(path.join(folder, 'Citta-alta.pdf'));
      expect(text).toContain('2 oggetti di Città alta');
      expect(text.indexOf('1. P1')).toBeGreaterThan(0);
      expect(text.indexOf('2. Pozzo è profondo')).toBeGreaterThan(text.indexOf('1. P1'));
      expect(text).toMatch(/depth\s+12,5/);
      expect(text).toMatch(/Origine\s+Pozzo è profondo/);
      const { area } = measuresOf(parcel.location);
      const hectares = (area / 10_000).toLocaleString('it', {
        minimumFractionDigits: 6,
        maximumFractionDigits: 6,
      });
      expect(text).toContain(`${hectares} ha`);
      // 57.25 m / 0.3048.
      expect(text).toMatch(/187,83/);
      expect(text).toContain('(ft)');
      expect(text).toContain('EPSG:32633, WGS 84 / UTM zone 33N');
      expect(text).toMatch(/Pagina 1 di \d/);
      const messages = execFileSync('pdfinfo', [path.join(folder, 'Citta-alta.pdf')], { encoding: 'utf8' });
      expect(messages).toMatch(/Tagged:\s+yes/);
      const fonts = execFileSync('pdffonts', [path.join(folder, 'Citta-alta.pdf')], { encoding: 'utf8' });
      expect(fonts).toMatch(/NotoSans/);
      // Every font is embedded.
      expect(fonts).not.toMatch(/ no {2}(yes|no) {2}(yes|no)/);
      remove();
      // Related objects are named though they are not in the document.
      const alone = await files('document', { ids: [parcel.id] }, sara, 'it');
      const [file] = alone.result.files;
      expect(textOf(path.join(alone.folder, file!))).toMatch(/Origine\s+Pozzo è profondo/);
      alone.remove();
    });

    it('a report has figures per type, a table and photos, and nothing of blocked types', async () => {
      const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c00' } })
        .jpeg()
        .toBuffer();
      const added = must(
        await upload<FileRecord>(
          server,
          sara,
          '/files',
          { name: 'Pozzo.jpg', content: photo },
          { geometryid: well.id },
          { projectid: projectId },
        ),
        201,
      );
      const marks: PictureMark[] = [
        { id: randomUUID(), kind: 'arrow', colour: '#0b6e8f', points: [[0, 0], [0.5, 0.5]] }, // prettier-ignore
        { id: randomUUID(), kind: 'text', colour: '#111827', points: [[0.2, 0.5]], text: 'Crepa' },
      ];
      const unmarked = { 'if-match': '"0"' };
      must(await sara.send('PUT', `/files/marks/${added.id}`, { marks }, unmarked), 200);
      const permit = { name: 'Concessione.pdf', content: '%PDF-1.4' };
      const of = { geometryid: well.id };
      must(await upload(server, sara, '/files', permit, of, { projectid: projectId }), 201);
      const { folder, result, remove } = await files('report', { photos: true, title: 'Stato dei lavori' });
      const file = path.join(folder, result.files[0]!);
      const text = textOf(file);
      expect(text).toContain('Stato dei lavori');
      expect(text).toMatch(/zone\s+–\s+–\s+2/);
      expect(text).toContain('Pozzo.jpg');
      // Over the photo, which is itself as it was; the arrow in its colour.
      expect(text).toContain('Crepa');
      const strokes = pathsOf(fs.readFileSync(file)).flat();
      const [red, green, blue] = [0x0b, 0x6e, 0x8f].map(
        (channel) => expect.closeTo(channel / 255, 4) as number,
      );
      expect(strokes).toContainEqual(expect.objectContaining({ stroke: [red, green, blue] }));
      // One kilobyte is the least that is printed.
      expect(text).toMatch(/Documents[\s\S]*Concessione\.pdf.*1 kB/);
      expect(
        execFileSync('pdfimages', ['-list', file], { encoding: 'utf8' })
          .split('\n')
          .filter((line) => / jpeg /.test(line)),
      ).toHaveLength(1);
      remove();
      const other = await files('report', {}, blocked);
      expect(textOf(path.join(other.folder, other.result.files[0]!))).not.toContain('zone');
      other.remove();
    });
  });
});
