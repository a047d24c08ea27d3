import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Pointcloud, Problem, User } from '#core/protocol';
import { openJobs } from '../../app/job-kinds.ts';
import { places } from '../../testing/databases.ts';
import { smallLas } from '../../testing/las.ts';
import { startTestS3, type TestS3 } from '../../testing/s3.ts';
import { download, upload } from '../../testing/sending.ts';
import { must, type TestPerson, type TestServer } from '../../testing/server.ts';
import { openWorkplace, type Workplace } from '../../testing/workplace.ts';

const REAL = path.resolve(import.meta.dirname, '../../../../shared/data/las');
describe.each(places)('the conversion of a point cloud on the %s engine, in %s', (engine, storage) => {
  let s3: TestS3 | undefined;
  let place: Workplace;
  let server: TestServer;
  let crew: TestPerson;
  let reader: TestPerson;
  let project: string;

  beforeAll(async () => {
    if (storage === 'an S3 store') s3 = await startTestS3();
    place = await openWorkplace(engine, { jobs: openJobs, ...(s3 && { config: { storageUrl: s3.url } }) });
    ({ server } = place);
    crew = await server.person(place.admin, 'Crew', [
      'geometries.read',
      'pointcloud.read',
      'pointcloud.write',
    ]);
    reader = await server.person(place.admin, 'Reader', ['geometries.read', 'pointcloud.read']);
    project = (await server.project(place.admin, 'Appia', [crew, reader])).id;
  });
  afterAll(async () => {
    await place.close();
    await s3?.remove();
  });

  const send = async (name: string, content: Buffer, fields = {}): Promise<Pointcloud> =>
    must(
      await upload<Pointcloud>(server, crew, '/pointcloud', { name, content }, fields, {
        projectid: project,
      }),
      201,
    );
  const get = async (id: string): Promise<Pointcloud> =>
    must(await crew.send<Pointcloud>('GET', `/pointcloud/${id}`), 200);
  const settled = async (id: string): Promise<Pointcloud> => {
    let cloud = await get(id);
    await expect
      .poll(async () => (cloud = await get(id)).state, { timeout: 60_000 })
      .not.toMatch(/queued|converting/);
    return cloud;
  };
  const tag = ({ version }: { version: number }) => ({ 'if-match': `"${version}"` });

  it('serves the octree of a LAS file, whole and by range, and removes it with the file', async () => {
    const sent = await send('scan.las', smallLas({ points: 3, epsg: 7792 }));
    expect(sent).toMatchObject({ error: null, octree: null, pointCount: 3 });
    expect(['queued', 'converting', 'ready']).toContain(sent.state);
    const cloud = await settled(sent.id);
    expect(cloud).toMatchObject({
      state: 'ready',
      error: null,
      octree: `/pointcloud/${cloud.id}/octree/1/metadata.json`,
      viewCrs: 'EPSG:7792',
      metresPerUnit: 1,
      metresPerHeightUnit: 1,
      classes: [{ class: 0, count: 3 }],
    });
    const metadata = await download(server, reader, cloud.octree!);
    expect(metadata.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'private, max-age=31536000, immutable',
    });
    expect(metadata.json()).toMatchObject({ version: '2.0', points: 3, encoding: 'DEFAULT' });
    const part = await server.app.inject({
      url: `/api/pointcloud/${cloud.id}/octree/1/octree.bin`,
      headers: { jwt: reader.token, range: 'bytes=33-65' },
    });
    expect([part.statusCode, part.headers['content-range'], part.rawPayload.length]).toEqual([
      206,
      'bytes 33-65/99',
      33,
    ]);
    // The second point of the diagonal from (0, 0, 0) to (1, 2, 3), in millimetres.
    expect([0, 4, 8].map((at) => part.rawPayload.readInt32LE(at))).toEqual([500, 1000, 1500]);
    const other = `/pointcloud/${cloud.id}/octree/2/octree.bin`;
    expect((await reader.send('GET', other)).status).toBe(404);
    must(await crew.send('DELETE', `/pointcloud/${cloud.id}`, undefined, tag(cloud)), 204);
    const keys = await server.db.query<{ key: string }>(
      'select key from unclaimed_keys where key like $1 order by key',
      [`clouds/${cloud.id}/%`],
    );
    expect(keys.map(({ key }) => key.split('/').slice(2).join('/'))).toEqual([
      '1/hierarchy.bin',
      '1/metadata.json',
      '1/octree.bin',
    ]);
  });

  it('hides the octree from people who are blocked from the viewer', async () => {
    const { id, octree } = await settled((await send('scan.las', smallLas())).id);
    expect((await download(server, reader, octree!)).statusCode).toBe(200);
    const user = must(await place.admin.send<User>('GET', `/users/${reader.id}`), 200);
    const blocked = must(
      await place.admin.send<User>(
        'PUT',
        `/users/${reader.id}`,
        { blockedLayers: ['point-cloud'] },
        tag(user),
      ),
      200,
    );
    expect((await reader.send('GET', octree!)).status).toBe(404);
    expect((await reader.send('POST', `/pointcloud/${id}/convert`, {})).status).toBe(403);
    must(await place.admin.send('PUT', `/users/${reader.id}`, { blockedLayers: [] }, tag(blocked)), 200);
  });

  it('are listed, told and sent to people who may view point clouds, and to nobody else', async () => {
    const { id } = await send('scan.las', smallLas());
    const paths = ['/pointcloud', `/pointcloud/${id}`, `/pointcloud/file/${id}`];
    const statuses = async (person: TestPerson) =>
      Promise.all(
        paths.map(
          async (url) =>
            (
              await server.app.inject({
                url: `/api${url}`,
                headers: { jwt: person.token, projectid: project },
              })
            ).statusCode,
        ),
      );
    const viewer = await server.person(place.admin, 'Viewer', ['pointcloud.read']);
    const drafter = await server.person(place.admin, 'Drafter', ['geometries.read']);
    await server.project(place.admin, 'Ardeatina', [viewer]);
    expect(await statuses(reader)).toEqual([200, 200, 200]);
    expect(await statuses(drafter)).toEqual([403, 403, 403]);
    // They may view point clouds, but not those of this project.
    expect(await statuses(viewer)).toEqual([404, 404, 404]);
  });

  it('converts again with another unit, after which the former octree is gone', async () => {
    const first = await settled((await send('scan.las', smallLas())).id);
    must(await crew.send('POST', `/pointcloud/${first.id}/convert`, { unit: 'foot' }), 200);
    const cloud = await settled(first.id);
    expect(cloud).toMatchObject({
      state: 'ready',
      metresPerUnit: 0.3048,
      octree: first.octree!.replace('/1/', '/2/'),
    });
    expect((await reader.send('GET', first.octree!)).status).toBe(404);
    const metadata = await download(server, reader, cloud.octree!);
    // Millimetres of a file in metres are thousandths of a foot.
    expect(metadata.json()).toMatchObject({ scale: [0.001 * 0.3048, 0.001 * 0.3048, 0.001 * 0.3048] });
  });

  it('keeps the units that a person has named, and reads the points in those of the reference system', async () => {
    const units = { unit: 'foot', heightUnit: 'us-survey-foot' };
    const first = await settled((await send('scan.las', smallLas({ epsg: 7792 }), units)).id);
    expect(first).toMatchObject({ ...units, metresPerUnit: 1, metresPerHeightUnit: 1200 / 3937 });
    const metadata = await download(server, reader, first.octree!);
    expect(metadata.json()).toMatchObject({
      scale: [0.001 * 0.3048, 0.001 * 0.3048, 0.001 * (1200 / 3937)],
    });
    const change = async (cloud: Pointcloud, body: object) => {
      must(await crew.send('PUT', `/pointcloud/${cloud.id}`, body, tag(cloud)), 200);
      return settled(cloud.id);
    };
    const renamed = await change(first, { name: 'Scan of the bridge' });
    expect(renamed).toMatchObject({ octree: first.octree, ...units, metresPerHeightUnit: 1200 / 3937 });
    const again = await change(renamed, { unit: 'stated', heightUnit: 'stated' });
    expect(again).toMatchObject({
      metresPerUnit: 1,
      metresPerHeightUnit: 1,
      octree: first.octree!.replace('/1/', '/2/'),
    });
  });

  it('refuses compression that a file only announces', async () => {
    const file = smallLas({ points: 3 });
    // Compression that its header announces and its points do not have.
    const damaged = Buffer.concat([file, Buffer.alloc(100)]);
    damaged[104] = 0x80;
    const refused = await upload<Problem>(
      server,
      crew,
      '/pointcloud',
      { name: 'scan.laz', content: damaged },
      {},
      { projectid: project },
    );
    expect(refused.status).toBe(422);
  });

  it.skipIf(!existsSync(REAL))('projects degrees, and keeps feet as metres', async () => {
    const cloud = await settled(
      (await send('epsg_4326.las', readFileSync(path.join(REAL, 'epsg_4326.las')))).id,
    );
    expect(cloud).toMatchObject({ state: 'ready', error: null, crs: 'EPSG:4326', viewCrs: 'EPSG:32615' });
  });

  it.skipIf(!existsSync(REAL))('shows a COPC at once', async () => {
    const cloud = await send('ellipsoid.copc.laz', readFileSync(path.join(REAL, 'ellipsoid.copc.laz')));
    expect(cloud).toMatchObject({ state: 'ready', octree: null, viewCrs: 'EPSG:3857', metresPerUnit: 1 });
    expect((await crew.send('POST', `/pointcloud/${cloud.id}/convert`, {})).status).toBe(422);
  });
});
