import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heightsOf, loadCrs, project, unproject } from '#core/geodesy';
import {
  CloudFrameReader,
  type CloudEdit,
  type CloudMeasured,
  type KeptDeviation,
  type Pointcloud,
  type Problem,
  type StoredGeoreference,
  type Survey,
  type User,
} from '#core/protocol';
import { openJobs } from '../../../app/job-kinds.ts';
import type { Vector3 } from '../../../formats/pointcloud/source.ts';
import { smallCopc } from '../../../testing/copc.ts';
import { places } from '../../../testing/databases.ts';
import { smallOctree } from '../../../testing/octree.ts';
import { pointsAt } from '../../../testing/points.ts';
import { startTestS3, type TestS3 } from '../../../testing/s3.ts';
import { download, upload } from '../../../testing/sending.ts';
import { must, type TestPerson, type TestServer } from '../../../testing/server.ts';
import { ended } from '../../../testing/upload-job.ts';
import { openWorkplace, type Workplace } from '../../../testing/workplace.ts';

const SCALE: Vector3 = [0.001, 0.001, 0.001];
const OFFSET: Vector3 = [350_000, 5_000_000, 100];
/** A floor of 20 by 20 m, a point every 25 cm, whose classes are 1 in the west and 2 in the east. */
const PLACES = Array.from({ length: 6400 }, (_, i): Vector3 => [
  OFFSET[0] + (i % 80) * 0.25,
  OFFSET[1] + Math.floor(i / 80) * 0.25,
  OFFSET[2],
]);
const HIGHEST: Vector3 = [OFFSET[0] + 19.75, OFFSET[1] + 19.75, OFFSET[2]];
const POINTS = pointsAt(PLACES, SCALE, OFFSET, (i) => (i % 80 < 40 ? 1 : 2));

describe.each(places)('points of clouds on the %s engine, in %s', (engine, storage) => {
  let s3: TestS3 | undefined;
  let place: Workplace;
  let server: TestServer;
  let crew: TestPerson;
  let reader: TestPerson;
  let outsider: TestPerson;
  const ids: Record<'octree' | 'copc', string> = { octree: '', copc: '' };

  beforeAll(async () => {
    if (storage === 'an S3 store') s3 = await startTestS3();
    place = await openWorkplace(engine, { jobs: openJobs, ...(s3 && { config: { storageUrl: s3.url } }) });
    ({ server } = place);
    const reading = ['geometries.read', 'pointcloud.read'];
    crew = await server.person(place.admin, 'Crew', [
      ...reading,
      'pointcloud.write',
      'pointcloud.classify',
      'files.write',
    ]);
    outsider = await server.person(place.admin, 'Outsider', [...reading, 'pointcloud.classify']);
    reader = await server.person(place.admin, 'Reader', reading);
    const project = (await server.project(place.admin, 'Appia', [crew, reader])).id;
    const survey = must(
      await crew.send<Survey>('POST', '/surveys', { name: 'May' }, { projectid: project }),
      201,
    );
    const add = async (name: string, content: Buffer) =>
      must(
        await upload<Pointcloud>(
          server,
          crew,
          '/pointcloud',
          { name, content },
          { surveyid: survey.id, crs: 'EPSG:32633' },
        ),
        201,
      ).id;
    ids.copc = await add('floor.copc.laz', smallCopc(POINTS, SCALE, OFFSET));
    ids.octree = await add('floor.laz', smallCopc(POINTS, SCALE, OFFSET));
    // As a finished conversion of a LAZ leaves it.
    await server.db.query(
      `update file_versions set facts = jsonb_set(facts, '{format}', '"laz"') where file_id = $1`,
      [ids.octree],
    );
    const { storage: files } = server.services;
    for (const [name, bytes] of Object.entries(smallOctree(POINTS, SCALE, OFFSET)))
      await files.write(`clouds/${ids.octree}/900/${name}`, Readable.from([bytes]), 1e9);
    await server.db.query(
      `insert into clouds (file_id, content, language, octree, octree_content, facts) values ($1, 1, 'en', 900, 1, $2)
       on conflict (file_id) do update set octree = 900, octree_content = 1, facts = excluded.facts`,
      [ids.octree, JSON.stringify({ points: 6400, crs: 'EPSG:32633', unit: 1, heightUnit: 1 })],
    );
  });
  afterAll(async () => {
    await place.close();
    await s3?.remove();
  });

  const lines = async (path: string, body: object) => {
    const answer = await download(server, crew, `${path}/query`, {}, 'POST', body);
    return answer.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  const box = {
    kind: 'box',
    min: [OFFSET[0], OFFSET[1], 99],
    max: [OFFSET[0] + 4.9, OFFSET[1] + 4.9, 101],
  } as const;

  describe.each(['octree', 'copc'] as const)('of an %s', (kind) => {
    const path = () => `/pointcloud/${ids[kind]}`;

    it('are streamed as lines and as frames', async () => {
      const read = await lines(path(), { inside: [box], attributes: ['gpsTime'] });
      expect(read[0]).toMatchObject({
        kind: 'head',
        cloudId: ids[kind],
        content: 1,
        edits: 0,
        crs: 'EPSG:32633',
      });
      // 0 to 4.75 m, every 25 cm: 20 × 20 points.
      expect(read.at(-1)).toMatchObject({ kind: 'end', points: 400, complete: true });
      const first = read[1] as { positions: number[]; gpsTime: number[] };
      expect(first.positions.slice(0, 3)).toEqual(PLACES[first.gpsTime[0]!]);
      const answer = await download(server, crew, `${path()}/query`, {}, 'POST', {
        inside: [box],
        answer: 'binary',
      });
      const frames = new CloudFrameReader().read(answer.rawPayload);
      expect(frames.at(-1)).toMatchObject({ kind: 'end', end: { points: 400 } });
    });

    it.each(['las', 'laz'] as const)('are sent as a %s file', async (answer) => {
      const sent = await download(server, crew, `${path()}/query`, {}, 'POST', { inside: [box], answer });
      expect([sent.statusCode, sent.rawPayload.toString('latin1', 0, 4)]).toEqual([200, 'LASF']);
      expect(sent.rawPayload.readBigUInt64LE(247)).toBe(400n);
      const stopped = await crew.send<Problem>('POST', `${path()}/query`, { answer, limit: 10 });
      expect([stopped.status, stopped.body.detail]).toEqual([422, expect.stringContaining('more than 10')]);
    });

    it('are asked for and given in another CRS, with other heights, exactly', async () => {
      await loadCrs('EPSG:32633', 'EPSG:32632');
      const geoid = await heightsOf('EPSG:5773', [13.1, 45.1, 13.1, 45.1]);
      const there = (i: number): number[] => {
        const degrees = unproject('EPSG:32633', PLACES[i]!);
        const height = geoid.fromEllipsoid(...degrees, PLACES[i]![2]);
        return [...project('EPSG:32632', degrees), height];
      };
      const [west, middle] = [there(0), there(3240)];
      const ground = { kind: 'column', x: middle[0], y: middle[1], radius: 1.1 };
      const query = '?crs=EPSG:32632&heights=EPSG:5773';
      const answer = await download(server, crew, `${path()}/query${query}`, {}, 'POST', {
        inside: [ground],
        attributes: ['gpsTime'],
      });
      const read = answer.body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(read[0]).toMatchObject({ crs: 'EPSG:32632' });
      const near = PLACES.flatMap((_, i) => {
        const [x, y] = there(i);
        return Math.hypot(x! - middle[0]!, y! - middle[1]!) <= 1.1 ? [i] : [];
      });
      const found = read.flatMap((line) => (line['gpsTime'] as number[] | undefined) ?? []);
      expect(found.toSorted((a, b) => a - b)).toEqual(near);
      for (const line of read) {
        const [positions, times] = [line['positions'] as number[], line['gpsTime'] as number[]];
        if (!times) continue;
        times.forEach((i, n) => {
          for (const axis of [0, 1, 2])
            expect(Math.abs(positions[3 * n + axis]! - there(i)[axis]!)).toBeLessThan(6e-6);
        });
      }
      expect(west[2]).not.toBeCloseTo(OFFSET[2], 0);
      const wrong = await crew.send<Problem>('POST', `${path()}/query?crs=EPSG:4326`, {});
      expect(wrong.status).toBe(422);
    });

    it('are measured', async () => {
      const near = [OFFSET[0] + 10, OFFSET[1] + 10, OFFSET[2]];
      const { plane } = must(
        await reader.send<Extract<CloudMeasured, { measure: 'plane' }>>('POST', `${path()}/measure`, {
          measure: 'plane',
          near,
          radius: 1,
        }),
        200,
      );
      expect(plane!.slope).toBeCloseTo(0, 6);
      expect(plane!.centre[2]).toBeCloseTo(OFFSET[2], 6);
    });

    it('get other classes, back and forth, with who and when', async () => {
      const count = async (classes: number[], edits?: number) => {
        const read = await lines(path(), { classes, ...(edits !== undefined && { edits }) });
        return read.at(-1)!['points'];
      };
      const classify = (body: unknown) => crew.send<CloudEdit>('POST', `${path()}/classes`, body);
      expect([await count([1]), await count([2])]).toEqual([3200, 3200]);
      const first = must(await classify({ inside: [box], classes: [1], to: 6 }), 201);
      expect(first).toMatchObject({
        version: 1,
        kind: 'classify',
        from: [1],
        to: 6,
        points: 400,
        current: true,
        by: 'Crew',
      });
      must(await classify({ classes: [2], to: 7, edits: 1 }), 201);
      expect([await count([1]), await count([6]), await count([7])]).toEqual([2800, 400, 3200]);
      expect([await count([7], 1), await count([1], 0)]).toEqual([0, 3200]);
      expect((await classify({ classes: [1], to: 8, edits: 1 })).status).toBe(409);
      expect((await classify({ classes: [200], to: 8 })).status).toBe(422);

      const { nodes } = must(
        await crew.send<{ nodes: Record<string, number> }>('GET', `${path()}/classes/1`),
        200,
      );
      for (const [node, version] of Object.entries(nodes)) {
        expect(version).toBe(1);
        const classes = await download(server, reader, `${path()}/classes/1/${node}`);
        expect([...new Set(classes.rawPayload)].every((code) => [1, 2, 6].includes(code))).toBe(true);
      }

      must(await crew.send('POST', `${path()}/classes/undo`), 200);
      expect([await count([2]), await count([6])]).toEqual([3200, 400]);
      must(await crew.send('POST', `${path()}/classes/undo`), 200);
      expect([await count([1]), await count([2])]).toEqual([3200, 3200]);
      expect((await crew.send('POST', `${path()}/classes/undo`)).status).toBe(422);
      must(await crew.send('POST', `${path()}/classes/restore`, { version: 2 }), 200);
      expect([await count([6]), await count([7])]).toEqual([400, 3200]);
      const { version, edits } = must(
        await reader.send<{ version: number; edits: CloudEdit[] }>('GET', `${path()}/classes`),
        200,
      );
      expect(version).toBe(5);
      expect(edits.map((edit) => [edit.version, edit.kind, edit.current])).toEqual([
        [5, 'restore', false],
        [4, 'undo', false],
        [3, 'undo', false],
        [2, 'classify', true],
        [1, 'classify', true],
      ]);
    });

    it('get a class by a job that looks at their surroundings, as an edit that is undone', async () => {
      // No point of the floor has another within 20 cm, each has one within 30 cm.
      const find = async (radius: number) => {
        const body = { inside: [box], finding: { find: 'noise', radius, fewest: 1 }, to: 18 };
        const { jobId } = must(
          await crew.send<{ jobId: string }>('POST', `${path()}/classes/find`, body),
          202,
        );
        return ended<CloudEdit>(crew, jobId);
      };
      const { state, result } = await find(0.2);
      expect([state, result]).toMatchObject([
        'done',
        {
          kind: 'noise',
          to: 18,
          points: 400,
          finding: { find: 'noise', radius: 0.2, fewest: 1 },
          by: 'Crew',
        },
      ]);
      const noise = async () => (await lines(path(), { classes: [18] })).at(-1)!['points'];
      expect(await noise()).toBe(400);
      must(await crew.send('POST', `${path()}/classes/undo`), 200);
      expect(await noise()).toBe(0);
      expect(await find(0.3)).toMatchObject({ state: 'failed', error: expect.stringContaining('No points') });
      const body = { finding: { find: 'noise', radius: 1, fewest: 1 }, to: 18 };
      expect((await reader.send('POST', `${path()}/classes/find`, body)).status).toBe(403);
      expect((await outsider.send('POST', `${path()}/classes/find`, body)).status).toBe(404);
    });

    it('are compared node by node with those of another cloud, of the versions that were seen', async () => {
      const other = ids[kind === 'copc' ? 'octree' : 'copc'];
      const root = kind === 'copc' ? '0-0-0-0' : 'r';
      const at = (content: number) =>
        `${path()}/deviation/${root}?from=${other}&most=0.5&content=1&fromcontent=${content}`;
      const answer = await download(server, reader, at(1));
      const values = new Float32Array(Uint8Array.from(answer.rawPayload).buffer);
      expect(answer.statusCode).toBe(200);
      // The spacing of the surface, and a point each: the two clouds are the same.
      expect(values.length).toBeGreaterThan(100);
      expect(values.every((value) => Math.abs(value) < 1e-6)).toBe(true);
      expect((await reader.send('GET', at(2))).status).toBe(409);
      expect((await outsider.send('GET', at(1))).status).toBe(404);
    });

    it('are compared with those of another cloud, and what was found is kept with its tolerance', async () => {
      const other = ids[kind === 'copc' ? 'octree' : 'copc'];
      const body = {
        measure: 'deviation',
        cloudId: other,
        most: 0.5,
        tolerance: 0.01,
        name: 'Nothing moved',
      };
      const kept = () => reader.send<KeptDeviation[]>('GET', `${path()}/deviations`);
      expect((await kept()).body).toEqual([]);
      expect((await reader.send('POST', `${path()}/deviations`, body)).status).toBe(403);
      const made = must(await crew.send<KeptDeviation>('POST', `${path()}/deviations`, body), 201);
      const { compared, within, mean } = made.deviation;
      expect([compared, within, Math.abs(mean) < 1e-6]).toEqual([6400, 6400, true]);
      expect(made).toMatchObject({ name: 'Nothing moved', tolerance: 0.01, unit: 1, createdBy: 'Crew' });
      expect((await kept()).body).toEqual([made]);
      expect((await outsider.send('GET', `${path()}/deviations`)).status).toBe(404);
      const far = await crew.send<Problem>('POST', `${path()}/deviations`, {
        ...body,
        inside: [{ kind: 'box', min: [0, 0, 0], max: [1, 1, 1] }],
      });
      expect(far.body.detail).toContain('No point of');
      expect((await crew.send('DELETE', `${path()}/deviations/${made.id}`)).status).toBe(204);
      expect((await kept()).body).toEqual([]);
    });

    it('are of nobody else, and classified only by those who may', async () => {
      const calls: [string, string, unknown][] = [
        ['POST', '/query', {}],
        ['POST', '/measure', { measure: 'ground', x: 1, y: 1, radius: 1 }],
        ['GET', '/classes', undefined],
        ['GET', '/classes/1', undefined],
      ];
      for (const [method, tail, body] of calls)
        expect((await outsider.send(method as 'GET', path() + tail, body)).status, tail).toBe(404);
      expect((await outsider.send('POST', `${path()}/classes`, { to: 2 })).status).toBe(404);
      expect((await reader.send('POST', `${path()}/classes`, { to: 2 })).status).toBe(403);
    });
  });

  describe.each(['octree', 'copc'] as const)('of an %s that somebody places', (kind) => {
    const path = () => `/pointcloud/${ids[kind]}`;
    const put = (body: object, version: number, by = crew) =>
      by.send<StoredGeoreference>('PUT', `${path()}/georeference`, body, { 'if-match': `"${version}"` });
    const first = {
      crs: 'EPSG:32633',
      verticalCrs: null,
      transform: { from: [0, 0, 0], to: [0, 0, 0], turn: [0, 0, 0], scale: [1, 1, 1] },
      found: 'typed',
      note: null,
      fit: null,
    };
    /** The corner of the floor comes to lie here, and what was to the east of it is to the north. */
    const turned = {
      ...first,
      crs: 'EPSG:25833',
      transform: { ...first.transform, from: OFFSET, to: [351_000, 5_001_000, 50], turn: [90, 0, 0] },
    };
    const north = { kind: 'box', min: [350_997.9, 5_000_999.9, 49], max: [351_000.1, 5_001_019.9, 51] };

    it('are where its file says before, and it is said', async () => {
      const answer = await reader.send<StoredGeoreference>('GET', `${path()}/georeference`);
      expect([answer.body, answer.headers['etag']]).toEqual([
        {
          ...first,
          found: 'file',
          unit: 1,
          heightUnit: 1,
          version: 0,
          at: null,
          by: null,
          // Of the octree of this test only the cube is known.
          box: { min: OFFSET, max: kind === 'copc' ? HIGHEST : (expect.any(Array) as number[]) },
        },
        '"0"',
      ]);
    });

    it('are queried, measured and exported where they are now, by everybody', async () => {
      const saved = must(await put(turned, 0), 200);
      expect(saved).toMatchObject({ ...turned, version: 1, by: 'Crew', at: expect.any(String) as string });
      const cloud = must(await reader.send<Pointcloud>('GET', path()), 200);
      expect(cloud).toMatchObject({ viewCrs: 'EPSG:25833', georeference: { version: 1 } });
      const read = await lines(path(), { inside: [north] });
      // 80 in a row to the north, and 9 rows from 0 to 2 m to the west.
      expect([read[0]!['crs'], read.at(-1)!['points']]).toEqual(['EPSG:25833', 720]);
      expect((await lines(path(), { inside: [box] })).at(-1)!['points']).toBe(0);
      const measured = await reader.send<{ point: { position: number[] } }>('POST', `${path()}/measure`, {
        measure: 'pick',
        ray: { kind: 'cone', origin: [350_999, 5_001_001, 60], direction: [0, 0, -1], radius: 0.1 },
      });
      expect(must(measured, 200).point.position.map((value) => Math.round(value * 1e4) / 1e4)).toEqual([
        350_999, 5_001_001, 50,
      ]);
      const sent = await download(server, crew, `${path()}/query`, {}, 'POST', {
        inside: [north],
        answer: 'las',
      });
      const file = sent.rawPayload;
      // The least x and y in the header of the file.
      expect(
        [file.readDoubleLE(187), file.readDoubleLE(203)].map((value) => Math.round(value * 100) / 100),
      ).toEqual([350_998, 5_001_000]);
      expect(file.includes('25833')).toBe(true);
    });

    it('are placed by control points that the server fits itself', async () => {
      const local = (i: number) => [OFFSET[0] + 20 * (i % 2), OFFSET[1] + 20 * Math.floor(i / 2), OFFSET[2]];
      const point = (i: number, map: number[]) => ({ name: `P${i}`, local: local(i), map, use: 'both' });
      const points = [point(0, [500, 600, 7]), point(1, [500, 620, 7]), point(2, [480, 600, 7])];
      const fit = { kind: 'helmert', scale: 'kept', points };
      const sent = { ...first, found: 'control-points', fit };
      const saved = must(await put(sent, 1), 200);
      expect(saved.transform.turn[0]).toBeCloseTo(90, 9);
      const one = { ...fit, points: points.slice(0, 1) };
      const few = await put({ ...sent, fit: one }, 2);
      expect([few.status, (few.body as unknown as Problem).detail]).toEqual([
        422,
        expect.stringContaining('at least 2 points'),
      ]);
      const unknown = await put({ ...first, crs: 'EPSG:999999' }, 2);
      expect([unknown.status, (unknown.body as unknown as Problem).detail]).toEqual([
        422,
        expect.stringContaining('EPSG:999999'),
      ]);
      expect((await put({ ...first, crs: 'EPSG:4326' }, 2)).status).toBe(422);
      expect((await put({ ...first, verticalCrs: 'EPSG:5336' }, 2)).status).toBe(422);
    });

    it('are not placed over what somebody else has saved, nor by who may only read', async () => {
      const late = await put(first, 1);
      expect([late.status, late.body.version]).toEqual([412, 2]);
      expect((await put(first, 2, reader)).status).toBe(403);
      expect((await outsider.send('GET', `${path()}/georeference`)).status).toBe(404);
      expect((await outsider.send('GET', `${path()}/georeferences`)).status).toBe(404);
    });

    it('can be put back where they were, and the way there is told', async () => {
      must(await put({ ...first, note: 'Back' }, 2), 200);
      expect((await lines(path(), { inside: [box] })).at(-1)!['points']).toBe(400);
      const versions = must(await reader.send<StoredGeoreference[]>('GET', `${path()}/georeferences`), 200);
      expect(versions.map(({ version, found, by }) => [version, found, by])).toEqual([
        [3, 'typed', 'Crew'],
        [2, 'control-points', 'Crew'],
        [1, 'typed', 'Crew'],
        [0, 'file', null],
      ]);
    });
  });

  it('are hidden from people blocked from the viewer', async () => {
    const user = must(await place.admin.send<User>('GET', `/users/${reader.id}`), 200);
    const tag = { 'if-match': `"${user.version}"` };
    must(await place.admin.send('PUT', `/users/${reader.id}`, { blockedLayers: ['point-cloud'] }, tag), 200);
    expect((await reader.send('POST', `/pointcloud/${ids.copc}/query`, {})).status).toBe(404);
  });
});
