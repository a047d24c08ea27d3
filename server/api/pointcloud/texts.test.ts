import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CloudLook, CloudSample, Pointcloud, Problem, TextColumns, Upload } from '#core/protocol';
import { openJobs } from '../../app/job-kinds.ts';
import { download } from '../../testing/sending.ts';
import { must, type TestPerson, type TestServer } from '../../testing/server.ts';
import { openWorkplace, type Workplace } from '../../testing/workplace.ts';

const tag = ({ version }: Pointcloud) => ({ 'if-match': `"${version}"` });

/** The name of a point, N, E, height with decimal commas, and a remark. */
const ODD = 'exported by hand\nP1;5000000,25;400000,5;10,5;fence\nP2;5000002,25;400001,5;11,5;fence\n';
const COLUMNS: TextColumns = {
  separator: 'semicolon',
  decimal: 'comma',
  skip: 1,
  columns: ['skip', 'y', 'x', 'z', 'skip'],
};

describe('a text of points with odd columns', () => {
  let place: Workplace;
  let server: TestServer;
  let crew: TestPerson;
  let project: string;

  beforeAll(async () => {
    place = await openWorkplace('embedded', { jobs: openJobs });
    ({ server } = place);
    crew = await server.person(place.admin, 'Crew', [
      'geometries.read',
      'pointcloud.read',
      'pointcloud.write',
    ]);
    project = (await server.project(place.admin, 'Appia', [crew])).id;
  });
  afterAll(() => place.close());

  const send = async (content: string, name = 'odd.txt'): Promise<string> => {
    const bytes = Buffer.from(content);
    const made = await server.app.inject({
      method: 'POST',
      url: '/api/uploads',
      headers: {
        jwt: crew.token,
        projectid: project,
        kind: 'pointcloud',
        'tus-resumable': '1.0.0',
        'upload-length': String(bytes.length),
        'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
      },
    });
    expect(made.statusCode).toBe(201);
    const url = made.headers['location'] as string;
    const sent = await server.app.inject({
      method: 'PATCH',
      url,
      headers: {
        jwt: crew.token,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      payload: bytes,
    });
    expect(sent.statusCode).toBe(204);
    const id = url.split('/').pop()!;
    const state = async () => {
      const list = await crew.send<Upload[]>('GET', '/uploads', undefined, { projectid: project });
      return must(list, 200).find((one) => one.id === id)?.state;
    };
    await expect.poll(state).toBe('complete');
    return id;
  };
  const look = async (uploadId: string, columns?: TextColumns) =>
    must(await crew.send<CloudLook>('POST', '/pointcloud/look', { uploadId, columns }), 200);
  const sample = (body: object) => crew.send<CloudSample & Problem>('POST', '/pointcloud/sample', body);
  const add = async (body: object): Promise<Pointcloud> =>
    must(await crew.send<Pointcloud>('POST', '/pointcloud', body, { projectid: project }), 201);
  const settled = async (id: string): Promise<Pointcloud> => {
    const get = async () => must(await crew.send<Pointcloud>('GET', `/pointcloud/${id}`), 200);
    await expect.poll(async () => (await get()).state, { timeout: 60_000 }).not.toMatch(/queued|converting/);
    return get();
  };
  const boxOf = async ({ octree }: Pointcloud) =>
    (await download(server, crew, octree!)).json<{ boundingBox: { min: number[] } }>().boundingBox.min;

  it('shows its first lines, split as they look', async () => {
    const { text, header } = await look(await send(ODD));
    expect(text).toEqual({
      columns: { ...COLUMNS, columns: ['skip', 'skip', 'skip', 'skip', 'skip'] },
      faults: [],
    });
    expect(header.lines).toEqual(ODD.split('\n'));
  });

  it('says line and column of what is no number', async () => {
    const id = await send(ODD);
    expect((await look(id, COLUMNS)).text!.faults).toEqual([]);
    const { text } = await look(id, { ...COLUMNS, columns: ['skip', 'y', 'x', 'z', 'classification'] });
    expect(text!.faults).toEqual([
      'Line 2 of odd.txt, column 5: “fence” is not a number. Ignore this column, choose the decimal separator, or correct the file.',
      'Line 3 of odd.txt, column 5: “fence” is not a number. Ignore this column, choose the decimal separator, or correct the file.',
    ]);
    const points = await look(id, { ...COLUMNS, decimal: 'point' });
    expect(points.text!.faults[0]).toContain('Line 2 of odd.txt, column 2: “5000000,25”');
    const all = await look(id, { ...COLUMNS, skip: 0 });
    expect(all.text!.faults).toEqual([
      'Line 1 of odd.txt does not have the numbers of a point. Correct it, or choose the columns again.',
    ]);
  });

  it('is converted by the chosen columns, which are kept, and again by others', async () => {
    const made = await add({ uploadId: await send(ODD), crs: 'EPSG:32633', columns: COLUMNS });
    const cloud = await settled(made.id);
    expect(cloud).toMatchObject({ state: 'ready', error: null, pointCount: 2, columns: COLUMNS });
    expect(await boxOf(cloud)).toEqual([400_000.5, 5_000_000.25, 10.5]);
    const change = async (body: object, before: Pointcloud) => {
      must(await crew.send('PUT', `/pointcloud/${cloud.id}`, body, tag(before)), 200);
      return settled(cloud.id);
    };
    const renamed = await change({ name: 'Fence' }, cloud);
    expect(renamed).toMatchObject({ octree: cloud.octree, columns: COLUMNS });
    const columns = { ...COLUMNS, columns: ['skip', 'x', 'y', 'z'] };
    const turned = await change({ columns }, renamed);
    expect(turned).toMatchObject({ state: 'ready', columns });
    expect(await boxOf(turned)).toEqual([5_000_000.25, 400_000.5, 10.5]);
    // Another file has columns of its own.
    const replaced = await change({ uploadId: await send('1 2 3\n4 5 6\n') }, turned);
    expect(replaced.columns).toMatchObject({ separator: 'space', columns: ['x', 'y', 'z'] });
    expect(await boxOf(replaced)).toEqual([1, 2, 3]);
  });

  it('in degrees is projected, and stays so when it is renamed', async () => {
    const made = await add({ uploadId: await send('15 45 10\n15.00001 45 11\n'), crs: 'EPSG:4326' });
    const cloud = await settled(made.id);
    expect(cloud).toMatchObject({
      state: 'ready',
      crs: 'EPSG:4326',
      viewCrs: 'EPSG:32633',
      metresPerUnit: 1,
    });
    // The meridian to 45° is 4,984,944.378 m long, × 0.9996.
    expect(await boxOf(cloud)).toEqual([500_000, expect.closeTo(4_982_950.4, 1), 10]);
    must(await crew.send('PUT', `/pointcloud/${cloud.id}`, { name: 'Pole' }, tag(cloud)), 200);
    const { octree, viewCrs } = await settled(cloud.id);
    expect({ octree, viewCrs }).toEqual({ octree: cloud.octree, viewCrs: 'EPSG:32633' });
    const metres = must(await crew.send<Pointcloud>('GET', `/pointcloud/${cloud.id}`), 200);
    must(await crew.send('PUT', `/pointcloud/${cloud.id}`, { crs: 'EPSG:32633' }, tag(metres)), 200);
    expect(await boxOf(await settled(cloud.id))).toEqual([15, 45, 10]);
  });

  it('says classes, returns and density before it is added', async () => {
    const columns = { ...COLUMNS, separator: 'space', skip: 0, columns: ['x', 'y', 'z', 'classification'] };
    // Three points on one square metre, and one on another.
    const uploadId = await send('0,1 0,1 0 2\n0,2 0,2 0 2\n0,3 0,3 0 6\n5,5 5,5 0 2\n');
    const { body } = await sample({ uploadId, crs: 'EPSG:32633', columns });
    expect(body).toEqual({
      points: 4,
      isWhole: true,
      isSpread: false,
      classes: [
        { class: 2, count: 3 },
        { class: 6, count: 1 },
      ],
      returns: [],
      density: 2,
      place: {
        min: [0.1, 0.1, 0],
        max: [5.5, 5.5, 0],
        outline: expect.any(Array),
        size: [expect.closeTo(5.4, 9), expect.closeTo(5.4, 9), 0],
        // 4 points on a square of 5.4 m.
        density: expect.closeTo(4 / 29.16, 9),
        problems: [expect.stringContaining('WGS 84 / UTM zone 33N')],
      },
    });
    // The equator crosses the false easting of its zone at 500 km west of 15° E: arc, as the projection has it.
    expect(body.place!.outline![0]).toEqual([expect.closeTo(10.511, 3), expect.closeTo(0, 5)]);
    const feet = must(
      await sample({ uploadId, crs: 'EPSG:32633', columns, unit: 'foot', heightUnit: 'metre' }),
      200,
    );
    expect([feet.place!.max, feet.place!.size![0]]).toEqual([
      [expect.closeTo(5.5, 9), expect.closeTo(5.5, 9), 0],
      expect.closeTo(5.4 * 0.3048, 3),
    ]);
    const other = await sample({ uploadId, columns: { ...columns, decimal: 'point' } });
    expect([other.status, other.body.detail]).toEqual([
      422,
      expect.stringContaining('Line 1 of odd.txt, column 1'),
    ]);
  });

  it('names line and column of a value deep in the file that is no number', async () => {
    const lines = Array.from({ length: 20_000 }, (_, i) => `${i} ${i} ${i === 15_000 ? '1O' : i}`).join('\n');
    const uploadId = await send(lines, 'deep.xyz');
    expect((await look(uploadId)).text!.faults).toEqual([]);
    const cloud = await settled((await add({ uploadId, crs: 'EPSG:32633' })).id);
    expect(cloud.error).toContain('Line 15001 of deep.xyz, column 3: “1O” is not a number.');
  });
});
