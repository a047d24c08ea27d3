import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CloudClips, Pointcloud, Project } from '#core/protocol';
import { openJobs } from '../../app/job-kinds.ts';
import { engines } from '../../testing/databases.ts';
import { smallLas } from '../../testing/las.ts';
import { upload } from '../../testing/sending.ts';
import { must, type TestPerson } from '../../testing/server.ts';
import { openWorkplace, type Workplace } from '../../testing/workplace.ts';

const each = (n: number) => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  name: `Clip ${n}`,
  isOn: n === 1,
});
const CLIPS: CloudClips = {
  clips: [
    { ...each(1), kind: 'box', center: [500_000, 4_500_000, 100], size: [10, 5, 2.5], turn: [30, 0, -5] },
    { ...each(2), kind: 'polygon', ring: [[0, 0], [9, 0], [9, 7]], heights: [98, 104] }, // prettier-ignore
    { ...each(3), kind: 'slab', from: [0, 0], to: [0, 10], width: 0.5 },
  ],
  mode: 'outside',
};
type Kept = CloudClips & { version: number };

describe.each(engines)('clips of a point cloud on the %s engine', (engine) => {
  let place: Workplace;
  let crew: TestPerson;
  let reader: TestPerson;
  let project: string;
  let path: string;

  beforeAll(async () => {
    place = await openWorkplace(engine, { jobs: openJobs });
    const { server, admin } = place;
    crew = await server.person(admin, 'Crew', ['geometries.read', 'pointcloud.read', 'pointcloud.write']);
    reader = await server.person(admin, 'Reader', ['geometries.read', 'pointcloud.read']);
    project = (await server.project(admin, 'Appia', [crew, reader])).id;
    const file = { name: 'hall.las', content: smallLas({ epsg: 32633 }) };
    const headers = { projectid: project };
    const cloud = must(await upload<Pointcloud>(server, crew, '/pointcloud', file, {}, headers), 201);
    path = `/pointcloud/${cloud.id}/clips`;
  });
  afterAll(() => place.close());

  const put = (body: unknown, version: number, by = crew) =>
    by.send<Kept>('PUT', path, body, { 'if-match': `"${version}"` });

  it('are none before the first, and read as they were kept by everybody who sees the cloud', async () => {
    expect(must(await reader.send<Kept>('GET', path), 200)).toEqual({
      clips: [],
      mode: 'inside',
      version: 0,
    });
    expect(must(await put(CLIPS, 0), 200)).toEqual({ ...CLIPS, version: 1 });
    const read = await reader.send<Kept>('GET', path);
    expect([read.body, read.headers['etag']]).toEqual([{ ...CLIPS, version: 1 }, '"1"']);
  });

  it('are not overwritten by somebody who has not seen them', async () => {
    const two = await Promise.all([
      put({ ...CLIPS, mode: 'inside' }, 1),
      put({ clips: [], mode: 'inside' }, 1),
    ]);
    expect(two.map(({ status }) => status).sort()).toEqual([200, 412]);
    const [kept, late] = two[0].status === 200 ? two : [two[1], two[0]];
    expect(late.body).toEqual(kept.body);
    expect((await crew.send('PUT', path, CLIPS)).status).toBe(428);
  });

  it('are changed only with the right to, not in an archived project, and only as clips can be', async () => {
    expect((await put(CLIPS, 2, reader)).status).toBe(403);
    const stranger = await place.server.person(place.admin, 'Nino', ['pointcloud.read', 'pointcloud.write']);
    expect((await stranger.send('GET', path)).status).toBe(404);
    expect((await put(CLIPS, 2, stranger)).status).toBe(404);
    const flat = { ...each(1), kind: 'box', center: [0, 0, 0], size: [1, 0, 1], turn: [0, 0, 0] };
    expect((await put({ clips: [flat], mode: 'inside' }, 2)).status).toBe(400);
    expect((await put({ clips: [], mode: 'off' }, 2)).status).toBe(400);
    const { version } = must(await place.admin.send<Project>('GET', `/projects/${project}`), 200);
    const archive = { 'if-match': `"${version}"` };
    must(await place.admin.send('PUT', `/projects/${project}`, { archived: true }, archive), 200);
    expect((await put(CLIPS, 2)).status).toBe(409);
    expect((await reader.send('GET', path)).status).toBe(200);
  });
});
