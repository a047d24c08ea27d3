import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { direct } from '#core/geodesy';
import type { AnswerOf, FileRecord, findPhotos, PhotoRow, Position, Problem } from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { upload } from '../../testing/sending.ts';
import { must, type TestPerson } from '../../testing/server.ts';
import { makeObject, openWorkplace, type Workplace } from '../../testing/workplace.ts';

const REAL = path.resolve(import.meta.dirname, '../../../../shared/data/panoramas');
const CAMERA: Position = [12.5, 41.9];
/** Degrees as three rationals, as EXIF has them. */
const sexagesimal = (degrees: number) => `${Math.round(Math.abs(degrees) * 1e7)}/10000000 0/1 0/1`;

interface Taken {
  at: readonly [number, number];
  heading?: number;
  pitch?: number;
  /** When, by a compass that counts from magnetic north. */
  compass?: string;
}

async function photo({ at: [lon, lat], heading, pitch, compass }: Taken): Promise<Buffer> {
  const plain = sharp({ create: { width: 40, height: 30, channels: 3, background: 'green' } });
  const gps = {
    GPSLatitudeRef: lat < 0 ? 'S' : 'N',
    GPSLatitude: sexagesimal(lat),
    GPSLongitudeRef: lon < 0 ? 'W' : 'E',
    GPSLongitude: sexagesimal(lon),
    ...(heading !== undefined && {
      GPSImgDirectionRef: compass ? 'M' : 'T',
      GPSImgDirection: `${heading * 100}/100`,
    }),
  };
  const exif = plain.withExif({
    IFD2: { FocalLengthIn35mmFilm: '28', ...(compass && { DateTimeOriginal: compass }) },
    IFD3: gps,
  });
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" drone-dji:GimbalPitchDegree="${pitch}"
      drone-dji:RelativeAltitude="50"/></rdf:RDF></x:xmpmeta>`;
  return (pitch === undefined ? exif : exif.withXmp(xmp)).jpeg().toBuffer();
}

describe.each(engines)('photos of a place, on the %s engine', (engine) => {
  let place: Workplace;
  let clerk: TestPerson;
  let project: string;
  beforeAll(async () => {
    place = await openWorkplace(engine);
    clerk = await place.server.person(place.admin, 'Clerk', ['geometries.read', 'files.write']);
    project = (await place.server.project(place.admin, 'Photos', [place.surveyor, clerk])).id;
  });
  afterAll(() => place.close());

  const attach = async (name: string, content: Buffer) =>
    must(
      await upload<FileRecord>(place.server, clerk, '/files', { name, content }, {}, { projectid: project }),
      201,
    );
  const list = async () => {
    const headers = { projectid: project };
    const answer = await clerk.send<PhotoRow[]>('GET', '/files/photos', undefined, headers);
    return { rows: answer.body, total: answer.headers['x-total-count'] };
  };
  const find = async (query: string) =>
    must(
      await clerk.send<AnswerOf<typeof findPhotos>>('GET', `/files/photos/of?${query}`, undefined, {
        projectid: project,
      }),
      200,
    );
  const names = (rows: readonly PhotoRow[]) => rows.map(({ name }) => name);

  it('are listed with their poses, as a person has corrected them', async () => {
    const file = await attach('a.jpg', await photo({ at: [-70.25, -33.5], heading: 275.5 }));
    expect(file.pose).toEqual({ position: [-70.25, -33.5], heading: 275.5, pitch: null, by: 'photo' });
    const pose = { position: [CAMERA[0], CAMERA[1]], heading: 90, pitch: -10 };
    const put = (version: number, body: object) =>
      clerk.send<FileRecord & Problem>('PUT', `/files?id=${file.id}`, body, { 'if-match': `"${version}"` });
    const corrected = must(await put(1, { pose }), 200);
    expect(corrected.pose).toEqual({ ...pose, by: 'person' });
    const { rows, total } = await list();
    expect([rows[0], total]).toMatchObject([{ ...pose, headingFrom: null, by: 'Clerk' }, '1']);
    const back = must(await put(2, { pose: null }), 200);
    expect(back.pose).toEqual(file.pose);
    const unknown = must(await put(3, { pose: { position: null, heading: null, pitch: null } }), 200);
    expect((await list()).rows[0]).toMatchObject({ position: null, heading: null });
    expect((await put(unknown.version, { pose: { ...pose, position: [12, 91] } })).status).toBe(400);
  });

  it('by a compass are turned from magnetic to true north, where a declination is known', async () => {
    const read = async (name: string, compass: string) => {
      const {
        id,
        pose,
        photo: facts,
      } = await attach(name, await photo({ at: [0, 80], heading: 359, compass }));
      const row = (await list()).rows.find((one) => one.id === id)!;
      expect(row.heading).toBeCloseTo(pose!.heading!, 9);
      return { heading: row.heading, from: row.headingFrom, direction: facts!.direction };
    };
    // NOAA, WMM2025_TestValues.txt: 1.28° at 80° N, 0° E.
    const turned = await read('compass.jpg', '2025:01:01 00:00:00');
    expect(turned.heading).toBeCloseTo(0.28, 1);
    expect(turned).toMatchObject({ from: 'true', direction: 359 });
    const old = await read('old-compass.jpg', '1999:01:01 00:00:00');
    expect(old).toEqual({ heading: 359, from: 'magnetic', direction: 359 });
  });

  it('are those from above and those from the side, the ones that show it first', async () => {
    const near = (azimuth: number, metres: number) => direct(CAMERA, azimuth, metres);
    await attach('looks-at-it.jpg', await photo({ at: near(180, 40), heading: 0 }));
    await attach('looks-away.jpg', await photo({ at: near(180, 10), heading: 180 }));
    await attach('unsure.jpg', await photo({ at: near(90, 5) }));
    await attach('from-above.jpg', await photo({ at: near(0, 5), heading: 0, pitch: -90 }));
    await attach('far.jpg', await photo({ at: near(0, 500), heading: 180 }));
    const { top, bottom } = await find(`lon=${CAMERA[0]}&lat=${CAMERA[1]}`);
    expect([names(top), names(bottom)]).toEqual([
      ['from-above.jpg'],
      ['looks-at-it.jpg', 'unsure.jpg', 'looks-away.jpg'],
    ]);
    expect(bottom.map(({ sees }) => sees)).toEqual([true, null, false]);
    expect(bottom[0]!.distance).toBeCloseTo(40, 1);
    const parcel = await makeObject(place.surveyor, project, {
      location: { type: 'Point', coordinates: [CAMERA[0], CAMERA[1]] },
    });
    expect(names((await find(`geometryid=${parcel.id}&radius=20`)).bottom)).toEqual([
      'unsure.jpg',
      'looks-away.jpg',
    ]);
    const headers = { projectid: project };
    const nowhere = await clerk.send<Problem>('GET', '/files/photos/of', undefined, headers);
    expect([nowhere.status, nowhere.body.detail]).toEqual([
      400,
      'Name a place by lon and lat, or an object by geometryid.',
    ]);
    expect(
      (await clerk.send('GET', `/files/photos/of?geometryid=${crypto.randomUUID()}`, undefined, headers))
        .status,
    ).toBe(404);
  });

  it('beyond the poles are kept without a place, and say so', async () => {
    const file = await attach('lies.jpg', await photo({ at: [12, 97] }));
    expect([file.pose?.position, file.photo?.notes]).toEqual([null, ['position']]);
  });

  it.runIf(existsSync(REAL))('have the places that ExifTool reads, also of HEIC', async () => {
    const { files } = JSON.parse(readFileSync(path.join(REAL, 'expected.json'), 'utf8')) as {
      files: Record<string, { GPSLatitude?: number; GPSLongitude?: number; GPSImgDirection?: number }>;
    };
    for (const [name, truth] of Object.entries(files)) {
      const file = await attach(path.basename(name), readFileSync(path.join(REAL, name)));
      const { position = null, heading = null } = file.pose ?? {};
      const expected = truth.GPSLatitude === undefined ? null : [truth.GPSLongitude!, truth.GPSLatitude];
      if (expected === null) expect([name, position]).toEqual([name, null]);
      else {
        expect(position![0]).toBeCloseTo(expected[0]!, 8);
        expect(position![1]).toBeCloseTo(expected[1]!, 8);
      }
      if (truth.GPSImgDirection === undefined) continue;
      const { direction, declination } = file.photo!;
      expect(direction).toBeCloseTo(truth.GPSImgDirection, 4);
      // One from magnetic north is turned to true north.
      expect(heading).toBeCloseTo((truth.GPSImgDirection + (declination ?? 0) + 360) % 360, 4);
    }
  });
});
