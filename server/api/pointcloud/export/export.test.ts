import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CloudEdit, ExportResult, Job, Pointcloud, Problem, Survey, User } from '#core/protocol';
import { openJobs } from '../../../app/job-kinds.ts';
import type { Vector3 } from '../../../formats/pointcloud/source.ts';
import { smallCopc } from '../../../testing/copc.ts';
import { engines } from '../../../testing/databases.ts';
import { download } from '../../../testing/exporting.ts';
import { pointsAt } from '../../../testing/points.ts';
import { upload } from '../../../testing/sending.ts';
import { must, type TestPerson, type TestServer } from '../../../testing/server.ts';
import { openWorkplace, type Workplace } from '../../../testing/workplace.ts';

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

describe.each(engines)('the export of points on the %s engine', (engine) => {
  let place: Workplace;
  let server: TestServer;
  let crew: TestPerson;
  let reader: TestPerson;
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
    const project = (await server.project(place.admin, 'Appia', [crew, reader])).id;
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

  async function exported(body: object): Promise<Buffer> {
    const { jobId } = must(
      await crew.send<{ jobId: string }>('POST', `/pointcloud/${ids[0]}/export`, body),
      202,
    );
    for (;;) {
      const job = must(await crew.send<Job>('GET', `/jobs/${jobId}`), 200);
      if (job.state === 'queued' || job.state === 'running') {
        await new Promise((resolve) => setTimeout(resolve, 20));
        continue;
      }
      expect([job.state, job.error ?? null]).toEqual(['done', null]);
      const { nameZip, count } = job.result as ExportResult;
      const { bytes } = await download(server, crew, nameZip);
      expect(bytes.toString('latin1', 0, 4)).toBe('LASF');
      expect(count).toBe(bytes[25] === 4 ? Number(bytes.readBigUInt64LE(247)) : bytes.readUInt32LE(107));
      return bytes;
    }
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

  it('refuses what it cannot write, and hides files from people blocked from the viewer', async () => {
    const path = `/pointcloud/${ids[0]}/export`;
    const other = await crew.send<Problem>('POST', path, { format: 'las', crs: 'EPSG:4326' });
    expect([other.status, other.body.detail]).toEqual([422, expect.stringContaining('EPSG:32633')]);
    expect((await crew.send('POST', path, { format: 'laz', version: '1.2' })).status).toBe(422);
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
