import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnnotationContent, CloudAnnotation, Pointcloud, Problem, Project } from '#core/protocol';
import { openJobs } from '../../app/job-kinds.ts';
import { engines } from '../../testing/databases.ts';
import { smallLas } from '../../testing/las.ts';
import { upload } from '../../testing/sending.ts';
import { must, type TestPerson } from '../../testing/server.ts';
import { openWorkplace, type Workplace } from '../../testing/workplace.ts';

const CRACK: AnnotationContent = {
  title: 'Crack',
  text: 'Two centimetres wide.',
  category: 'Damage',
  position: [12.6, 42.9, 103.25],
  camera: { viewer: 'cloud', longitude: 12.6, latitude: 42.9, zoom: 21, heading: 40, tilt: 70 },
};

describe.each(engines)('annotations of a point cloud on the %s engine', (engine) => {
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
    path = `/pointcloud/${cloud.id}/annotations`;
  });
  afterAll(() => place.close());

  const add = (content: unknown, by = crew) => by.send<CloudAnnotation & Problem>('POST', path, content);
  const change = (id: string, body: unknown, version: number, by = crew) =>
    by.send<CloudAnnotation>('PUT', `/pointcloud/annotations/${id}`, body, { 'if-match': `"${version}"` });
  const remove = (id: string, version: number, by = crew) =>
    by.send('DELETE', `/pointcloud/annotations/${id}`, undefined, { 'if-match': `"${version}"` });

  it('are read by everybody who sees the cloud, by title, with who wrote them', async () => {
    must(await add(CRACK), 201);
    must(await add({ ...CRACK, title: 'benchmark', text: '', category: '', camera: null }), 201);
    const { body } = await reader.send<CloudAnnotation[]>('GET', path);
    expect(body.map(({ title, createdBy, version }) => [title, createdBy !== null, version])).toEqual([
      ['benchmark', true, 1],
      ['Crack', true, 1],
    ]);
    expect(body[1]).toMatchObject(CRACK);
  });

  it('are changed part by part with their version, and deleted', async () => {
    const { id } = must(await add(CRACK), 201);
    const moved = must(await change(id, { position: [12.61, 42.9, 104], camera: null }, 1), 200);
    expect(moved).toMatchObject({ ...CRACK, position: [12.61, 42.9, 104], camera: null, version: 2 });
    const late = await change(id, { title: 'Hole' }, 1);
    expect([late.status, late.body.title]).toEqual([412, 'Crack']);
    expect((await remove(id, 1)).status).toBe(412);
    expect((await remove(id, 2)).status).toBe(204);
    expect((await change(id, { title: 'Hole' }, 2)).status).toBe(404);
  });

  it('are refused without a title, at no place, and beyond the most', async () => {
    expect((await add({ ...CRACK, title: ' ' })).status).toBe(400);
    expect((await add({ ...CRACK, position: [12, 42] })).status).toBe(400);
    const file = { name: 'full.las', content: smallLas({ epsg: 32633 }) };
    const headers = { projectid: project };
    const full = must(await upload<Pointcloud>(place.server, crew, '/pointcloud', file, {}, headers), 201);
    await place.server.db.query(
      `insert into cloud_annotations (cloud_id, title, text, category, position)
       select $1, 'a' || n, '', '', '[12, 42, 0]' from generate_series(1, 2000) n`,
      [full.id],
    );
    const more = await crew.send<Problem>('POST', `/pointcloud/${full.id}/annotations`, CRACK);
    expect([more.status, more.body.detail]).toEqual([
      422,
      'A point cloud can have at most 2000 annotations. Delete some that you no longer need.',
    ]);
  });

  it('are hidden from outsiders, and changed only with the right to, in a project that is not archived', async () => {
    const { id } = must(await add(CRACK), 201);
    const stranger = await place.server.person(place.admin, 'Nino', ['pointcloud.read', 'pointcloud.write']);
    expect((await stranger.send('GET', path)).status).toBe(404);
    expect((await add(CRACK, stranger)).status).toBe(404);
    expect((await change(id, { title: 'x' }, 1, stranger)).status).toBe(404);
    expect((await remove(id, 1, stranger)).status).toBe(404);
    expect((await add(CRACK, reader)).status).toBe(403);
    expect((await remove(id, 1, reader)).status).toBe(403);
    const { version } = must(await place.admin.send<Project>('GET', `/projects/${project}`), 200);
    const archive = { 'if-match': `"${version}"` };
    must(await place.admin.send('PUT', `/projects/${project}`, { archived: true }, archive), 200);
    expect((await change(id, { title: 'x' }, 1)).status).toBe(409);
    expect((await add(CRACK)).status).toBe(409);
    expect((await reader.send('GET', path)).status).toBe(200);
  });
});
