import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { project, unproject, loadCrs } from '#core/geodesy';
import type { CloudImage, CloudImagesTaken, Panoramic, Pointcloud, Problem } from '#core/protocol';
import { openJobs } from '../../../app/job-kinds.ts';
import { engines } from '../../../testing/databases.ts';
import { smallE57, type SmallImage } from '../../../testing/e57.ts';
import { upload } from '../../../testing/sending.ts';
import { must, type TestPerson } from '../../../testing/server.ts';
import { ended, readUntil } from '../../../testing/upload-job.ts';
import { openWorkplace, type Workplace } from '../../../testing/workplace.ts';

const CRS = 'EPSG:32633';
const HALF = Math.SQRT1_2;
/** Where the scanner stood, beside the meridian of the zone. */
const STAND = [500_100, 4_983_000, 7] as const;

const jpeg = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();

/** A sphere of which the middle 90° of the height are seen, a pinhole that looks north, a cylinder, and one cut off. */
async function pictures(): Promise<SmallImage[]> {
  const sphere: SmallImage = {
    guid: 'sphere',
    kind: 'spherical',
    // A quarter turn about Z: X looks north.
    rotation: [HALF, 0, 0, HALF],
    translation: STAND,
    width: 128,
    height: 32,
    more: { pixelWidth: (2 * Math.PI) / 128, pixelHeight: Math.PI / 64 },
    jpeg: await jpeg(128, 32),
  };
  const pinhole: SmallImage = {
    ...sphere,
    guid: 'pinhole',
    kind: 'pinhole',
    // A quarter turn about X.
    rotation: [HALF, HALF, 0, 0],
    width: 60,
    height: 40,
    more: {
      pixelWidth: 1e-5,
      pixelHeight: 1e-5,
      focalLength: 5e-4,
      principalPointX: 31,
      principalPointY: 20,
    },
    jpeg: await jpeg(60, 40),
  };
  const cylinder: SmallImage = { ...sphere, guid: 'cylinder', kind: 'cylindrical' };
  const cut: SmallImage = { ...sphere, guid: 'cut', jpeg: sphere.jpeg.subarray(0, 200) };
  return [sphere, pinhole, cylinder, cut];
}

describe.each(engines)('pictures of an E57 on the %s engine', (engine) => {
  let place: Workplace;
  let crew: TestPerson;
  let reader: TestPerson;
  let project_: string;
  let cloud: Pointcloud;

  beforeAll(async () => {
    await loadCrs(CRS);
    place = await openWorkplace(engine, { jobs: openJobs });
    const { server, admin } = place;
    const reading = ['geometries.read', 'pointcloud.read'];
    crew = await server.person(admin, 'Crew', [...reading, 'pointcloud.write', 'files.write']);
    reader = await server.person(admin, 'Reader', [...reading, 'pointcloud.write']);
    project_ = (await server.project(admin, 'Appia', [crew, reader])).id;
    cloud = await add(smallE57({ points: 20, images: await pictures() }), { crs: CRS });
  });
  afterAll(() => place.close());

  async function add(content: Buffer, fields: Record<string, string>): Promise<Pointcloud> {
    const file = { name: 'hall.e57', content };
    const headers = { projectid: project_ };
    const sent = await upload<Pointcloud>(place.server, crew, '/pointcloud', file, fields, headers);
    const { id } = must(sent, 201);
    const read = async () => must(await crew.send<Pointcloud>('GET', `/pointcloud/${id}`), 200);
    return readUntil(read, ({ state }) => state === 'ready' || state === 'failed');
  }
  const take = (by = crew, id = cloud.id) =>
    by.send<{ jobId: string } & Problem>('POST', `/pointcloud/${id}/images/take`);
  const taken = async () => ended<CloudImagesTaken>(crew, must(await take(), 202).jobId);

  it('are counted in its header, and taken out only by those who may add files to the survey', async () => {
    expect(cloud.header.images).toBe(3);
    expect((await take(reader)).status).toBe(403);
  });

  it('become panoramas of a survey and photos of the cloud, with their poses; what is damaged is left', async () => {
    expect((await taken()).result).toEqual({ panoramas: 1, photos: 1, before: 0, left: 2 });
    const list = () => crew.send<Panoramic[]>('GET', `/projects/panoramics/${project_}`);
    const [panorama] = must(await list(), 200);
    const [longitude, latitude] = unproject(CRS, [STAND[0], STAND[1]]);
    expect(panorama).toMatchObject({
      name: 'Picture sphere.jpg',
      placedBy: 'scan',
      headingFrom: 'scan',
      north: 'true',
      takenAt: new Date((315_964_800 + 1_400_000_000) * 1000).toISOString(),
    });
    expect(panorama!.position).toEqual([
      expect.closeTo(longitude, 9),
      expect.closeTo(latitude, 9),
      expect.closeTo(7, 6),
    ]);
    // 100 m from the meridian: the convergence is below a thousandth of a degree.
    expect([Math.abs(((panorama!.heading! + 180) % 360) - 180), panorama!.pitch, panorama!.roll]).toEqual([
      expect.closeTo(0, 2),
      expect.closeTo(0, 2),
      expect.closeTo(0, 2),
    ]);
    await expect
      .poll(async () => must(await list(), 200)[0]!.state, { timeout: 60_000 })
      .toMatch(/ready|failed/);
    const [made] = must(await list(), 200);
    // 128 by 64 pixels of the whole sphere; the picture has the middle 32 rows.
    expect([made!.state, made!.error, made!.pyramid?.crop.map((one) => Math.round(one))]).toEqual([
      'ready',
      null,
      [0, 16, 128, 32],
    ]);
    const { images } = must(
      await crew.send<Pointcloud & { images: CloudImage[] }>('GET', `/pointcloud/${cloud.id}`),
      200,
    );
    expect(images).toHaveLength(1);
    expect(images[0]!.lens).toEqual({ focal: expect.closeTo(50, 9), middle: [31, 20] });
    const [x, y] = project(CRS, images[0]!.position!);
    expect([x, y, images[0]!.pitch]).toEqual([
      expect.closeTo(STAND[0], 3),
      expect.closeTo(STAND[1], 3),
      expect.closeTo(0, 2),
    ]);
  });

  it('are taken out once', async () => {
    expect((await taken()).result).toEqual({ panoramas: 0, photos: 0, before: 2, left: 2 });
  });

  it('are refused where nobody has said where the cloud is, and where there are none', async () => {
    const nowhere = await add(smallE57({ points: 20, images: await pictures() }), {});
    expect([(await take(crew, nowhere.id)).status, (await take(crew, nowhere.id)).body.detail]).toEqual([
      422,
      expect.stringContaining('hall.e57'),
    ]);
    const none = await add(smallE57({ points: 20 }), { crs: CRS });
    expect((await take(crew, none.id)).body.detail).toContain('no pictures');
  });
});
