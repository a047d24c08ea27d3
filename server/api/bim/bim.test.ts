import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BimModel, CloudImage, Pointcloud, Problem, Survey, User } from '#core/protocol';
import sharp from 'sharp';
import { JOB_KINDS } from '../../app/job-kinds.ts';
import { openQueue } from '../../platform/jobs/database-queue.ts';
import { download, upload } from '../../testing/sending.ts';
import { smallLas } from '../../testing/las.ts';
import { startTestS3, type TestS3 } from '../../testing/s3.ts';
import { places } from '../../testing/databases.ts';
import { must, type TestResponse, type TestPerson, type TestServer } from '../../testing/server.ts';
import { openWorkplace, type Workplace } from '../../testing/workplace.ts';

const ifc = (schema: string) =>
  `ISO-10303-21;HEADER;FILE_NAME('House','2026-05-04T12:00:00',(''),(''),'','Modeller','');FILE_SCHEMA(('${schema}'));` +
  `ENDSEC;DATA;${' '.repeat(100_000)}ENDSEC;END-ISO-10303-21;`;

describe.each(places)('models and point clouds on the %s engine, in %s', (engine, storage) => {
  let s3: TestS3 | undefined;
  let place: Workplace;
  let server: TestServer;
  let crew: TestPerson;
  let reader: TestPerson;
  let outsider: TestPerson;
  let project: string;
  let survey: Survey;
  beforeAll(async () => {
    if (storage === 'an S3 store') s3 = await startTestS3();
    place = await openWorkplace(engine, {
      jobs: (services) => openQueue(services, JOB_KINDS, { atOnce: 0 }),
      ...(s3 && { config: { storageUrl: s3.url } }),
    });
    ({ server } = place);
    const all = [
      'geometries.read',
      'files.write',
      'bim.read',
      'bim.write',
      'pointcloud.read',
      'pointcloud.write',
    ];
    crew = await server.person(place.admin, 'Crew', all);
    outsider = await server.person(place.admin, 'Outsider', all);
    reader = await server.person(place.admin, 'Reader', ['geometries.read', 'bim.read', 'pointcloud.read']);
    project = (await server.project(place.admin, 'Appia', [crew, reader])).id;
    survey = must(await crew.send<Survey>('POST', '/surveys', { name: 'May' }, { projectid: project }), 201);
  });
  afterAll(async () => {
    await place.close();
    await s3?.remove();
  });

  const tag = (thing: { version: number }) => ({ 'if-match': `"${thing.version}"` });
  const send = <T>(
    path: string,
    name: string,
    content: Buffer | string,
    fields = {},
    by = crew,
  ): Promise<TestResponse<T>> =>
    upload<T>(server, by, path, { name, content }, { surveyid: survey.id, ...fields });
  const block = async (layers: string[]) => {
    const user = must(await place.admin.send<User>('GET', `/users/${reader.id}`), 200);
    must(await place.admin.send('PUT', `/users/${reader.id}`, { blockedLayers: layers }, tag(user)), 200);
  };

  it('stores an IFC file with its header and location', async () => {
    const model = must(
      await send<BimModel>('/bim', 'casa.ifc', ifc('IFC4'), { center: '12.5, 41.9,57.25' }),
      201,
    );
    expect(model).toMatchObject({
      name: 'casa.ifc',
      surveyId: survey.id,
      projectId: project,
      center: [12.5, 41.9, 57.25],
      header: { schema: 'IFC4', program: 'Modeller' },
    });
    const path = `/bim/${model.id}`;
    expect((await reader.send('HEAD', path)).headers.etag).toBe('"1"');
    const part = await download(server, reader, `/bim/file/${model.id}`, { range: 'bytes=0-12' });
    expect([part.statusCode, part.body]).toEqual([206, 'ISO-10303-21;']);
    const next = { name: 'v2.ifc', content: ifc('IFC4X3') };
    const changed = must(
      await upload<BimModel>(server, crew, path, next, { center: '' }, tag(model), 'PUT'),
      200,
    );
    expect(changed).toMatchObject({
      name: 'casa.ifc',
      version: 2,
      center: null,
      header: { schema: 'IFC4X3' },
    });
    expect((await upload(server, crew, path, next, {}, tag(model), 'PUT')).status).toBe(412);
    const renamed = must(await crew.send<BimModel>('PUT', path, { name: 'torre.ifc' }, tag(changed)), 200);
    expect(renamed).toMatchObject({ name: 'torre.ifc', header: { schema: 'IFC4X3' } });
    const listed = await reader.send<BimModel[]>('GET', `/bim?surveyid=${survey.id}`, undefined, {
      projectid: project,
    });
    expect(listed.body.map(({ name }) => name)).toEqual(['torre.ifc']);
  });

  it('stores a point cloud with its header, and its images with their poses', async () => {
    const cloud = must(
      await send<Pointcloud>('/pointcloud', 'scan.las', smallLas({ points: 1000 }), { crs: 'EPSG:7792' }),
      201,
    );
    expect(cloud).toMatchObject({
      mediaType: 'application/vnd.las',
      crs: 'EPSG:7792',
      header: { crs: null, pointCount: 1000, max: [1, 2, 3] },
      state: 'queued',
      octree: null,
      error: null,
    });
    const photo = await sharp({ create: { width: 8, height: 4, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
    const [image, other] = must(
      await upload<CloudImage[]>(
        server,
        crew,
        '/pointcloud/images',
        [
          { name: 'a.jpg', content: photo },
          { name: 'b.jpg', content: photo },
        ],
        { pointcloudid: cloud.id },
      ),
      201,
    );
    const poses = [
      { name: 'a.jpg', position: [12.5, 41.9, 60], heading: 90, pitch: -5 },
      { id: other!.id, roll: 2 },
      { name: 'c.jpg', roll: 0 },
    ];
    const output = await crew.send('POST', `/pointcloud/${cloud.id}/imagesmetadata`, poses);
    expect(must(output, 200)).toEqual({ changed: 2, unknown: ['c.jpg'] });
    const seen = must(
      await reader.send<Pointcloud & { images: CloudImage[] }>('GET', `/pointcloud/${cloud.id}`),
      200,
    );
    expect(seen.images).toMatchObject([
      { id: image!.id, position: [12.5, 41.9, 60], heading: 90, pitch: -5, roll: null },
      { id: other!.id, position: null, roll: 2 },
    ]);
    expect((await download(server, reader, `/pointcloud/file/${image!.id}`)).rawPayload.equals(photo)).toBe(
      true,
    );
    const steep = await crew.send<Problem>('POST', `/pointcloud/${cloud.id}/imagesmetadata`, [
      { name: 'a.jpg', pitch: 91 },
    ]);
    expect(steep.status).toBe(400);
    must(await crew.send('DELETE', `/pointcloud/${cloud.id}`, undefined, tag(cloud)), 204);
    expect((await reader.send('GET', `/pointcloud/file/${image!.id}`)).status).toBe(404);
  });

  it('refuses an invalid file with the reason, and stores nothing of it', async () => {
    const before = await server.db.query('select key from unclaimed_keys');
    const detail = async (answer: Promise<TestResponse<Problem>>) => {
      const { status, body } = await answer;
      return [status, body.detail];
    };
    expect(await detail(send('/bim', 'casa.ifc', ifc('IFC4').slice(0, -5)))).toEqual([
      422,
      'casa.ifc is truncated: its last line is not END-ISO-10303-21. Export or upload it again.',
    ]);
    expect((await send<Problem>('/bim', 'scan.las', smallLas())).body.detail).toContain(
      'scan.las is not an IFC file',
    );
    expect((await send<Problem>('/pointcloud', 'x.las', ifc('IFC4'))).body.detail).toContain(
      'is not a point cloud',
    );
    expect(await detail(send('/pointcloud', 'scan.las', smallLas({ points: 10 }).subarray(0, 300)))).toEqual([
      422,
      // 300 bytes less the header's 227 hold three points of 20 bytes.
      'scan.las is truncated: the header states 10 points, but there are 3. Upload it again.',
    ]);
    expect((await send<Problem>('/bim', 'a.ifc', ifc('IFC4'), { center: '200,0' })).status).toBe(400);
    const nowhere = await upload<Problem>(server, crew, '/bim', { name: 'a.ifc', content: ifc('IFC4') });
    expect([nowhere.status, nowhere.body.detail]).toEqual([
      422,
      'Give the survey (surveyid) or the project (header projectid).',
    ]);
    expect(await server.db.query('select key from unclaimed_keys')).toHaveLength(before.length);
  });

  it('is hidden from people who are blocked from its viewer, and from strangers', async () => {
    const model = must(await send<BimModel>('/bim', 'casa.ifc', ifc('IFC2X3')), 201);
    const cloud = must(await send<Pointcloud>('/pointcloud', 'scan.las', smallLas()), 201);
    const paths = (id: { model: string; cloud: string }) => [
      `/bim/${id.model}`,
      `/bim/file/${id.model}`,
      `/pointcloud/${id.cloud}`,
      `/pointcloud/file/${id.cloud}`,
    ];
    const here = paths({ model: model.id, cloud: cloud.id });
    for (const path of here) expect((await outsider.send('GET', path)).status).toBe(404);
    for (const path of here) expect((await reader.send('GET', path)).status).toBe(200);
    expect((await send('/bim', 'casa.ifc', ifc('IFC4'), {}, outsider)).status).toBe(404);
    expect((await send<Problem>('/bim', 'casa.ifc', ifc('IFC4'), {}, reader)).body.detail).toContain(
      'bim.write',
    );
    await block(['bim', 'point-cloud']);
    for (const path of [...here, '/bim', '/pointcloud']) {
      const seen = await reader.send<Problem>('GET', path);
      expect([path, seen.status]).toEqual([path, 404]);
    }
    const counted = must(await reader.send<Survey>('GET', `/surveys/${survey.id}`), 200);
    expect(counted).toMatchObject({ bimCount: 0, pointcloudCount: 0 });
    await block([]);
  });
});
