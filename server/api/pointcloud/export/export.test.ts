import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCrs, unproject } from '#core/geodesy';
import type { CloudEdit, ExportResult, Pointcloud, Problem, SheetRequest, Survey, User } from '#core/protocol'; // prettier-ignore
import { DEFAULT_LAYOUT } from '#core/sheets';
import { openJobs } from '../../../app/job-kinds.ts';
import { DESCRIPTOR, parseExtraDimensions } from '../../../formats/pointcloud/extra-dimensions.ts';
import { LasWriter } from '../../../formats/pointcloud/las-writer.ts';
import { LazEncoder } from '../../../formats/pointcloud/laz/laz-encoder.ts';
import { emptyPoints, emptyRest, type Vector3 } from '../../../formats/pointcloud/source.ts';
import { randomFrom } from '../../../testing/random.ts';
import { smallCopc } from '../../../testing/copc.ts';
import { engines } from '../../../testing/databases.ts';
import { download } from '../../../testing/exporting.ts';
import { pathsOf } from '../../../testing/pdf-paths.ts';
import { pointsAt } from '../../../testing/points.ts';
import { upload } from '../../../testing/sending.ts';
import { must, type TestPerson, type TestServer } from '../../../testing/server.ts';
import { ended, readUntil } from '../../../testing/upload-job.ts';
import { makeObject, openWorkplace, type Workplace } from '../../../testing/workplace.ts';

const SCALE: Vector3 = [0.001, 0.001, 0.001];
const OFFSET: Vector3 = [350_000, 5_000_000, 100];
/** 40 × 40 points, a metre apart. */
const POINTS = pointsAt(
  Array.from({ length: 1600 }, (_, i): Vector3 => [
    OFFSET[0] + (i % 40),
    OFFSET[1] + Math.floor(i / 40),
    OFFSET[2],
  ]),
  SCALE,
  OFFSET,
  () => 1,
);

POINTS.rest = emptyRest(POINTS.count, 0);
for (let i = 0; i < POINTS.count; i++) {
  POINTS.rest.scanAngle[i] = (i % 100) * 50 - 2500;
  POINTS.rest.userData[i] = i % 251;
  POINTS.rest.flags[i] = [0, 4, 0x43, 0x80][i % 4]!;
  for (let n = 0; n < 3; n++) POINTS.rest.colour[3 * i + n] = (i * 37 + n) % 65_536;
}

/** A LAZ of point format 8 with two extra dimensions, and its records in order. */
function richLaz(count: number): { file: Buffer; records: string[]; size: number } {
  const descriptors = Buffer.alloc(2 * DESCRIPTOR);
  for (const [n, [type, name]] of [
    [9, 'Reflectance'],
    [3, 'Deviation'],
  ].entries()) {
    descriptors[n * DESCRIPTOR + 2] = Number(type);
    descriptors.write(String(name), n * DESCRIPTOR + 4);
  }
  const extras = parseExtraDimensions(descriptors, 6);
  const random = randomFrom(11);
  const any = (most: number) => Math.floor(random() * (most + 1));
  const points = emptyPoints(count);
  const rest = (points.rest = emptyRest(count, 6));
  for (let i = 0; i < count; i++) {
    points.positions.set([any(20_000), any(20_000), any(3000)], 3 * i);
    points.intensity[i] = any(65_535);
    points.classification[i] = any(255);
    points.numberOfReturns[i] = 1 + any(14);
    points.returnNumber[i] = 1 + any(points.numberOfReturns[i]! - 1);
    points.pointSourceId[i] = any(65_535);
    points.gpsTime[i] = random() * 1e9;
    rest.scanAngle[i] = any(60_000) - 30_000;
    rest.userData[i] = any(255);
    rest.flags[i] = any(255);
    rest.colour.set([any(65_535), any(65_535), any(65_535)], 3 * i);
    rest.nir[i] = any(65_535);
    rest.extra.set([any(255), any(255), any(255), any(127), any(255), any(255)], 6 * i);
  }
  const written = (name: string, encoder?: LazEncoder) => {
    const file = path.join(mkdtempSync(path.join(folder, 'rich-')), name);
    const options = { version: '1.4' as const, format: 8 as const, scale: SCALE, offset: OFFSET };
    const writer = new LasWriter(file, { ...options, wkt: null, epsg: null, encoder, extras, encoding: 1 });
    for (let i = 0; i < count; i++) {
      const [x, y, z] = points.positions.subarray(3 * i, 3 * i + 3);
      writer.add(points, i, [x!, y!, z!], rest.extra.subarray(6 * i, 6 * i + 6));
    }
    writer.close();
    return readFileSync(file);
  };
  const las = written('rich.las');
  const size = las.readUInt16LE(105);
  return {
    file: written('rich.laz', new LazEncoder(8, 6)),
    records: sorted(las.subarray(las.readUInt32LE(96)), size),
    size,
  };
}

/** Records of points in the order of their bytes: an octree has another. */
const sorted = (bytes: Buffer, size: number): string[] =>
  Array.from({ length: bytes.length / size }, (_, i) =>
    bytes.toString('hex', i * size, (i + 1) * size),
  ).sort();

const folder = mkdtempSync(path.join(tmpdir(), 'groma-test-'));
afterAll(() => rmSync(folder, { recursive: true }));
const hasProj = spawnSync('cs2cs', ['--version']).error === undefined;

/** What PROJ makes of coordinates; longitude before latitude. */
function cs2cs(from: string, to: string, places: readonly number[][]): number[][] {
  const input = places.map(([x, y]) => `${x} ${y}`).join('\n');
  const run = spawnSync('cs2cs', ['-d', '10', from, to], { input: `${input}\n`, encoding: 'utf8' });
  // Axes as the register has them: of EPSG:3035 and EPSG:4326 the northing or the latitude comes first.
  const swapped = to === 'EPSG:3035' || to === 'EPSG:4326';
  return run.stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).slice(0, 2).map(Number))
    .map(([a, b]) => (swapped ? [b!, a!] : [a!, b!]));
}

describe.each(engines)('the export of points on the %s engine', (engine) => {
  let place: Workplace;
  let server: TestServer;
  let crew: TestPerson;
  let reader: TestPerson;
  let stranger: TestPerson;
  let project: string;
  const ids: string[] = [];

  beforeAll(async () => {
    place = await openWorkplace(engine, { jobs: openJobs });
    ({ server } = place);
    const rights = ['geometries.read', 'pointcloud.read', 'export'];
    crew = await server.person(place.admin, 'Crew', [
      ...rights,
      'pointcloud.write',
      'pointcloud.classify',
      'files.write',
    ]);
    reader = await server.person(place.admin, 'Reader', rights);
    stranger = await server.person(place.admin, 'Stranger', ['geometries.read', 'export']);
    project = (await server.project(place.admin, 'Appia', [crew, reader, stranger])).id;
    const survey = must(
      await crew.send<Survey>('POST', '/surveys', { name: 'May' }, { projectid: project }),
      201,
    );
    for (const name of ['a.copc.laz', 'b.copc.laz']) {
      const file = { name, content: smallCopc(POINTS, SCALE, OFFSET) };
      const fields = { surveyid: survey.id, crs: 'EPSG:32633' };
      ids.push(must(await upload<Pointcloud>(server, crew, '/pointcloud', file, fields), 201).id);
    }
  });
  afterAll(() => place.close());

  async function exported(body: object, id = ids[0]): Promise<Buffer> {
    const { jobId } = must(await crew.send<{ jobId: string }>('POST', `/pointcloud/${id}/export`, body), 202);
    const job = await ended<ExportResult>(crew, jobId);
    expect([job.state, job.error ?? null]).toEqual(['done', null]);
    const { nameZip, count } = job.result!;
    const { bytes } = await download(server, crew, nameZip);
    expect(bytes.toString('latin1', 0, 4)).toBe('LASF');
    expect(count).toBe(bytes[25] === 4 ? Number(bytes.readBigUInt64LE(247)) : bytes.readUInt32LE(107));
    return bytes;
  }
  async function ready(id: string): Promise<void> {
    const { state, error } = await readUntil(
      async () => must(await crew.send<Pointcloud>('GET', `/pointcloud/${id}`), 200),
      (cloud) => cloud.state === 'ready' || cloud.state === 'failed',
    );
    if (state === 'failed') throw new Error(error ?? 'failed');
  }
  const countOf = (file: Buffer) => Number(file.readBigUInt64LE(247));

  it('writes a clip, thinned, of several clouds, with the edited classes', async () => {
    expect(countOf(await exported({ format: 'laz' }))).toBe(1600);
    expect(countOf(await exported({ format: 'laz', others: [ids[1]!] }))).toBe(3200);
    // 20 × 20 cells of 2 m.
    const inside = [
      { kind: 'box', min: [OFFSET[0], OFFSET[1], 0], max: [OFFSET[0] + 9, OFFSET[1] + 9, 200] },
    ];
    expect(countOf(await exported({ format: 'las', inside }))).toBe(100);
    expect(countOf(await exported({ format: 'las', thin: { kind: 'grid', side: 2 } }))).toBe(400);
    must(await crew.send<CloudEdit>('POST', `/pointcloud/${ids[0]}/classes`, { inside, to: 6 }), 201);
    const file = await exported({ format: 'las', version: '1.2', classes: [6] });
    const at = file.readUInt32LE(96);
    expect(file.readUInt32LE(107)).toBe(100);
    expect(file[at + 15]).toBe(6);
  });

  it('is the ground of a profile on a sheet, for people who may see it', async () => {
    await loadCrs('EPSG:32633');
    const at = (east: number, north: number): [number, number] => {
      const [longitude, latitude] = unproject('EPSG:32633', [OFFSET[0] + east, OFFSET[1] + north]);
      return [longitude, latitude];
    };
    const centre = at(20, 20);
    await makeObject(place.admin, project, { location: { type: 'Point', coordinates: centre } });
    const ground = { cloud: ids[1]!, width: 1 };
    const line = { positions: [at(-0.5, 5), at(39.5, 5)] };
    const body: SheetRequest = {
      layout: {
        ...DEFAULT_LAYOUT,
        places: { frames: [null, { x: 10, y: 160, width: 200, height: 110 }] },
      },
      frames: [
        { centre, rotation: 0 },
        { centre, rotation: 0, scale: 500, content: { kind: 'profile', ground, line } },
      ],
      crs: 'EPSG:32633',
      format: 'pdf',
    };
    const made = async (by: TestPerson) => {
      const asked = await by.send<{ jobId: string }>('POST', '/export/sheet', body, { projectid: project });
      return ended<ExportResult>(by, must(asked, 202).jobId);
    };
    const { result, error } = await made(crew);
    expect(error ?? null).toBeNull();
    const { bytes } = await download(server, crew, result!.nameZip);
    // Outlines are of cells of two spacings, 2 m: means of two points each, from 1 m to 39 m along the line. These are 76 mm,
    // 2 mm beside the 26 mm for the names of the band.
    const level = pathsOf(bytes)[0]!.flatMap(({ points }) => {
      const xs = points.map(([x]) => x);
      const ys = points.map(([, y]) => y);
      const [left, right] = [Math.min(...xs), Math.max(...xs)];
      return Math.max(...ys) - Math.min(...ys) < 0.01 ? [[left, right - left].map(Math.round)] : [];
    });
    expect(level).toContainEqual([38, 76]);
    expect((await made(stranger)).state).toBe('failed');
  });

  it('draws a series of sections as DXF, CSV and PDF', async () => {
    const at = (east: number, north: number): [number, number] => [OFFSET[0] + east, OFFSET[1] + north];
    // Along a row of points, every 10 m; the last is beside the cloud.
    const sections = [5, 15, 25, 500].map((north) => ({
      title: `Section ${north}`,
      line: [at(-0.5, north), at(39.5, north)],
    }));
    const drawn = async (format: string) => {
      const body = { sections, width: 1, format, name: 'Row' };
      const path = `/pointcloud/${ids[1]}/sections`;
      const { jobId } = must(await crew.send<{ jobId: string }>('POST', path, body), 202);
      const { state, error, result } = await ended<ExportResult>(crew, jobId);
      expect([state, error ?? null]).toEqual(['done', null]);
      expect(result!.nameZip).toMatch(new RegExp(`^Row.*\\.${format}$`));
      return (await download(server, crew, result!.nameZip)).bytes;
    };
    const dxf = (await drawn('dxf')).toString();
    expect(dxf.match(/\r\nTEXT\r\n/g)!.length).toBeGreaterThan(10);
    expect(dxf).toContain('CLASS_1');
    const [head, ...lines] = (await drawn('csv')).toString().trim().split('\r\n');
    expect(head).toBe('section,title,class,outline,distance,height,east,north,rms,complete');
    const rows = lines.map((line) => line.split(','));
    expect(new Set(rows.map(([number]) => number))).toEqual(new Set(['1', '2', '3']));
    for (const [, title, code, , distance, height, east, north] of rows) {
      expect([code, Number(height)]).toEqual(['1', OFFSET[2]]);
      // The line begins half a metre before the first point.
      expect(Number(east) - OFFSET[0]).toBeCloseTo(Number(distance) - 0.5, 3);
      expect(title).toBe(`"Section ${Math.round(Number(north) - OFFSET[1])}"`);
    }
    const pdf = (await drawn('pdf')).toString('latin1');
    expect(pdf.startsWith('%PDF-')).toBe(true);
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(4);
  });

  it('keeps every attribute of every point, from LAZ through the octree and from COPC', async () => {
    const survey = (await crew.send<{ id: string }[]>('GET', '/surveys', undefined, { projectid: project }))
      .body[0]!;
    const { file: content, records, size } = richLaz(3000);
    const fields = { surveyid: survey.id, crs: 'EPSG:32633' };
    const file = { name: 'rich.laz', content };
    const { id } = must(await upload<Pointcloud>(server, crew, '/pointcloud', file, fields), 201);
    await ready(id);
    const las = await exported({ format: 'las' }, id);
    expect(las[104]).toBe(8);
    expect(las.readUInt16LE(105)).toBe(size);
    // Adjusted GPS time, and the CRS as text.
    expect(las.readUInt16LE(6)).toBe(17);
    expect(las.subarray(0, las.readUInt32LE(96)).includes('Reflectance')).toBe(true);
    expect(sorted(las.subarray(las.readUInt32LE(96)), size)).toEqual(records);
    // What is uploaded again is the same again.
    const again = { name: 'again.laz', content: await exported({ format: 'laz' }, id) };
    const second = must(await upload<Pointcloud>(server, crew, '/pointcloud', again, fields), 201);
    await ready(second.id);
    const twice = await exported({ format: 'las' }, second.id);
    expect(sorted(twice.subarray(twice.readUInt32LE(96)), size)).toEqual(records);
    const copc = await exported({ format: 'las' });
    const first = copc.readUInt32LE(96);
    expect(copc.readInt16LE(first + 18)).toBe(POINTS.rest!.scanAngle[0]);
    expect(copc[first + 17]).toBe(POINTS.rest!.userData[0]);
    expect(copc[first + 15]).toBe(POINTS.rest!.flags[0]);
    expect(copc.readUInt16LE(first + 30)).toBe(POINTS.rest!.colour[0]);
  });

  it.skipIf(!hasProj)(
    'writes points in another CRS and with other heights, as PROJ computes them',
    async () => {
      const places = (file: Buffer) => {
        const size = file.readUInt16LE(105);
        const first = file.readUInt32LE(96);
        return Array.from({ length: countOf(file) }, (_, i) =>
          [0, 1, 2].map(
            (axis) =>
              file.readInt32LE(first + i * size + 4 * axis) * file.readDoubleLE(131 + 8 * axis) +
              file.readDoubleLE(155 + 8 * axis),
          ),
        );
      };
      const own = places(await exported({ format: 'las' }));
      for (const [crs, step] of [
        ['EPSG:3035', 1e-4],
        ['EPSG:4326', 2e-9],
        ['EPSG:2056', 1e-4],
      ] as const) {
        const moved = places(await exported({ format: 'las', crs }));
        const judged = cs2cs('EPSG:32633', crs, own.slice(0, 50));
        judged.forEach((place, i) => {
          // Of a datum with a shift other operations are possible, a metre apart.
          const most = crs === 'EPSG:2056' ? 1 : step;
          expect(Math.abs(moved[i]![0]! - place[0]!), crs).toBeLessThan(most);
          expect(Math.abs(moved[i]![1]! - place[1]!), crs).toBeLessThan(most);
          expect(moved[i]![2]).toBeCloseTo(own[i]![2]!, 4);
        });
      }
      // Above the geoid EGM96, which is lower than the ellipsoid by some 40 metres there.
      const heights = places(await exported({ format: 'las', verticalCrs: 'EPSG:5773' }));
      const { geoidHeight, loadGeoid, unproject } = await import('#core/geodesy');
      await loadGeoid();
      const [lon, lat] = unproject('EPSG:32633', [own[7]![0]!, own[7]![1]!]);
      expect(heights[7]![2]! - own[7]![2]!).toBeCloseTo(-geoidHeight(lon, lat), 3);
    },
  );

  it('refuses what it cannot write, and hides files from people blocked from the viewer', async () => {
    const call = `/pointcloud/${ids[0]}/export`;
    const other = await crew.send<Problem>('POST', call, { format: 'las', crs: 'EPSG:99999' });
    expect([other.status, other.body.detail]).toEqual([422, expect.stringContaining('EPSG:99999')]);
    expect((await crew.send('POST', call, { format: 'laz', version: '1.2' })).status).toBe(422);
    const [{ nameZip }] = (await server.db.query<{ nameZip: string }>(
      'select name_zip as "nameZip" from exports limit 1',
    )) as [{ nameZip: string }];
    expect((await download(server, reader, nameZip)).status).toBe(200);
    const user = must(await place.admin.send<User>('GET', `/users/${reader.id}`), 200);
    const tag = { 'if-match': `"${user.version}"` };
    must(await place.admin.send('PUT', `/users/${reader.id}`, { blockedLayers: ['point-cloud'] }, tag), 200);
    expect((await download(server, reader, nameZip)).status).toBe(404);
  });
});
