import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job, Panoramic, PanoramicPlace, Problem, Survey } from '#core/protocol';
import { openJobs } from '../../app/job-kinds.ts';
import { oneEngine } from '../../testing/databases.ts';
import { download, upload } from '../../testing/sending.ts';
import { must, type TestPerson, type TestServer } from '../../testing/server.ts';
import { openWorkplace, type Workplace } from '../../testing/workplace.ts';

const DATA = path.resolve('../shared/data/panoramas');

/** Each eighth of the circle and each half of the height in its own colour: red tells the column, green the row. */
function checker(width: number, height = width / 2): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3;
      data[at] = Math.floor((x * 8) / width) * 30;
      data[at + 1] = Math.floor((y * 4) / height) * 60;
    }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** Writes GPano into a JPEG, as cameras do: an APP1 segment after the start. */
function withGPano(jpeg: Buffer, values: Record<string, string | number>): Buffer {
  const attributes = Object.entries(values).map(([name, value]) => `GPano:${name}="${value}"`);
  const xmp = `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:GPano="http://ns.google.com/photos/1.0/panorama/" ${attributes.join(' ')}/></rdf:RDF></x:xmpmeta>`;
  const body = Buffer.from(xmp, 'latin1');
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
}

describe.each(oneEngine)('panoramas on the %s engine', (engine) => {
  let place: Workplace;
  let server: TestServer;
  let crew: TestPerson;
  let outsider: TestPerson;
  let project: string;
  let survey: Survey;
  beforeAll(async () => {
    place = await openWorkplace(engine, { jobs: openJobs });
    ({ server } = place);
    crew = await server.person(place.admin, 'Crew', ['geometries.read', 'files.write']);
    outsider = await server.person(place.admin, 'Outsider', ['geometries.read', 'files.write']);
    project = (await server.project(place.admin, 'Appia', [crew])).id;
    const body = { name: 'May', people: 'Anna, Bruno', instrument: 'Ladybug5', positionAccuracy: 0.02 };
    survey = must(await crew.send<Survey>('POST', '/surveys', body, { projectid: project }), 201);
  });
  afterAll(() => place.close());

  const send = (name: string, content: Buffer, fields: Record<string, string> = {}) =>
    upload<Panoramic & Problem>(
      server,
      crew,
      '/panoramics',
      { name, content },
      { surveyid: survey.id, ...fields },
    );
  const ready = async (id: string): Promise<Panoramic> => {
    const read = async () => must(await crew.send<Panoramic>('GET', `/panoramics/${id}`), 200);
    await expect.poll(async () => (await read()).state, { timeout: 60_000 }).toMatch(/ready|failed/);
    return read();
  };
  const picture = async ({ id, pyramid }: Panoramic, tile: string) =>
    download(server, crew, `/panoramics/${id}/pyramid/${pyramid!.version}/${tile}`);
  const colour = async (bytes: Buffer, x: number, y: number) => {
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    return [...data.subarray(at, at + 3)];
  };

  it('become a pyramid whose tiles show what the picture has there', async () => {
    const made = await ready(must(await send('a.jpg', await checker(4096)), 201).id);
    expect(made).toMatchObject({
      state: 'ready',
      pyramid: { width: 4096, tile: 512, cols: 8, crop: [0, 0, 4096, 2048] },
    });
    for (const [tile, red, green] of [
      ['8/0/0', 0, 0],
      ['8/5/2', 150, 120],
      ['8/7/3', 210, 180],
    ] as const) {
      const { statusCode, headers, rawPayload } = await picture(made, tile);
      expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'image/jpeg',
        'private, max-age=31536000, immutable',
      ]);
      const [r, g] = await colour(rawPayload, 0.5, 0.5);
      expect(Math.abs(r! - red) + Math.abs(g! - green)).toBeLessThan(6);
    }
    // Two columns of the finest level are one of the next.
    const [left] = await colour((await picture(made, '4/2/1')).rawPayload, 0.25, 0.5);
    const [right] = await colour((await picture(made, '4/2/1')).rawPayload, 0.75, 0.5);
    expect([Math.round(left! / 30), Math.round(right! / 30)]).toEqual([4, 5]);
    const base = await sharp((await picture(made, 'base')).rawPayload).metadata();
    expect([base.width, base.height]).toEqual([2048, 1024]);
    for (const missing of ['8/8/0', '16/0/0', '2/0/0'])
      expect((await picture(made, missing)).statusCode).toBe(404);
    const path = `/panoramics/${made.id}/pyramid/${made.pyramid!.version}/base`;
    expect((await outsider.send('GET', path)).status).toBe(404);
    expect((await crew.send('GET', path.replace(/\/\d+\/base/, '/99/base'))).status).toBe(404);
  });

  it('take their pose from GPano, and cropped ones have tiles only where they have a picture', async () => {
    const jpeg = withGPano(await checker(2048, 512), {
      ProjectionType: 'equirectangular',
      FullPanoWidthPixels: 4096,
      FullPanoHeightPixels: 2048,
      CroppedAreaImageWidthPixels: 2048,
      CroppedAreaImageHeightPixels: 512,
      CroppedAreaLeftPixels: 1024,
      CroppedAreaTopPixels: 1024,
      PoseHeadingDegrees: 350.5,
      PosePitchDegrees: -2.25,
      PoseRollDegrees: 3.5,
    });
    const made = await ready(must(await send('cropped.jpg', jpeg), 201).id);
    expect(made).toMatchObject({
      heading: 350.5,
      pitch: -2.25,
      roll: 3.5,
      headingFrom: 'gpano',
      north: 'unstated',
      pyramid: { width: 4096, cols: 8, crop: [1024, 1024, 2048, 512] },
    });
    const has = async (tile: string) => (await picture(made, tile)).statusCode;
    expect([await has('8/2/2'), await has('8/5/2')]).toEqual([200, 200]);
    expect([await has('8/1/2'), await has('8/6/2'), await has('8/2/1'), await has('8/2/3')]).toEqual([
      404, 404, 404, 404,
    ]);
    const [red, green] = await colour((await picture(made, '8/5/2')).rawPayload, 0.9, 0.9);
    expect([Math.round(red! / 30), Math.round(green! / 60)]).toEqual([7, 3]);
  });

  it('are made of the six faces of a cube, each on its side', async () => {
    const faces = { right: 'red', left: 'lime', up: 'blue', down: 'yellow', front: 'white', back: 'magenta' };
    const each = await Promise.all(
      Object.values(faces).map((background) =>
        sharp({ create: { width: 256, height: 256, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const cube = await sharp({ create: { width: 768, height: 512, channels: 3, background: 'black' } })
      .composite(each.map((input, i) => ({ input, left: (i % 3) * 256, top: Math.floor(i / 3) * 256 })))
      .png()
      .toBuffer();
    const refused = await send('cube.png', cube);
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      'cube.png has 768 × 512 pixels. A panorama is twice as wide as high, unless it says by GPano metadata which part of the sphere it covers.',
    ]);
    const made = await ready(must(await send('cube.png', cube, { layout: 'cube' }), 201).id);
    const base = (await picture(made, 'base')).rawPayload;
    const at = async (x: number, y: number) =>
      (await colour(base, x, y)).map((band) => (band > 128 ? 1 : 0)).join('');
    expect([await at(0.5, 0.5), await at(0.75, 0.5), await at(0.25, 0.5), await at(0.01, 0.5)]).toEqual([
      '111',
      '100',
      '010',
      '101',
    ]);
    expect([await at(0.5, 0.02), await at(0.5, 0.98)]).toEqual(['001', '110']);
  });

  it('refuse what is no panorama, lies or is damaged with a sentence, and keep nothing of it', async () => {
    const before = must(await crew.send<Panoramic[]>('GET', `/projects/panoramics/${project}`), 200).length;
    const whole = await checker(2048);
    const lie = { ProjectionType: 'equirectangular', FullPanoWidthPixels: 1000, FullPanoHeightPixels: 500 };
    const bomb = await sharp({ create: { width: 2, height: 1, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(30_000, 20);
    const cases: [string, Buffer, RegExp][] = [
      ['notes.txt', Buffer.from('no picture'), /^notes.txt is not an image that can be a panorama/],
      [
        'picture.jpg',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
        /is not an image/,
      ],
      ['square.jpg', await checker(512, 512), /512 × 512 pixels. A panorama is twice as wide as high/],
      ['cut.jpg', whole.subarray(0, whole.length / 2), /^cut.jpg is damaged and cannot be read to its end/],
      [
        'lie.jpg',
        withGPano(whole, lie),
        /says that it is part of a panorama of 1000 × 500 pixels, but its own 2048 × 1024/,
      ],
      ['fish.jpg', withGPano(whole, { ProjectionType: 'fisheye' }), /in the projection fisheye/],
      [
        'bomb.png',
        bomb,
        /claims 1800 megapixels; at most 1000 are decoded|cannot be read as an image|is damaged/,
      ],
    ];
    for (const [name, content, sentence] of cases) {
      const { status, body } = await send(name, content);
      expect([name, status]).toEqual([name, 422]);
      expect(body.detail).toMatch(sentence);
    }
    expect(must(await crew.send<Panoramic[]>('GET', `/projects/panoramics/${project}`), 200)).toHaveLength(
      before,
    );
    const left = await place.server.services.db.query<{ count: number }>(
      `select count(*)::int from unclaimed_keys`,
    );
    expect(left[0]!.count).toBe(0);
  });

  it('are placed and turned by hand, listed with their places, and converted again by those who may', async () => {
    const made = await ready(must(await send('hand.jpg', await checker(1024)), 201).id);
    const body = { position: [12.5, 42, 51.5], heading: 350, pitch: 1.5, roll: -2, north: 'magnetic' };
    const turned = must(
      await crew.send<Panoramic>('PUT', `/panoramics/${made.id}`, body, { 'if-match': `"${made.version}"` }),
      200,
    );
    expect(turned).toMatchObject({ ...body, headingFrom: 'person', placedBy: 'person' });
    const places = must(
      await crew.send<PanoramicPlace[]>('GET', `/projects/panoramics/${project}/places`),
      200,
    );
    expect(places.find(({ id }) => id === made.id)).toMatchObject({ ...body, pyramid: made.pyramid });
    const dated = await sharp(await checker(256))
      .withExif({ IFD2: { DateTimeOriginal: '2025:01:01 00:00:00' } })
      .jpeg()
      .toBuffer();
    const timed = must(await send('compass.jpg', dated), 201);
    const change = { position: [0, 80], heading: 10, north: 'magnetic' };
    const compass = must(
      await crew.send<Panoramic>('PUT', `/panoramics/${timed.id}`, change, {
        'if-match': `"${timed.version}"`,
      }),
      200,
    );
    expect(compass).toMatchObject({
      heading: 10 + compass.declination!,
      north: 'true',
      headingFrom: 'person',
    });
    // NOAA, WMM2025_TestValues.txt.
    expect(compass.declination).toBeCloseTo(1.28, 1);
    const find = await crew.send<Problem>('POST', `/panoramics/${timed.id}/blur/find`);
    expect([find.status, find.body.detail]).toEqual([
      422,
      'This server has no finder of faces and plates. Mark what is to be blurred by hand.',
    ]);
    expect((await outsider.send('GET', `/projects/panoramics/${project}/places`)).status).toBe(404);
    expect((await outsider.send('POST', `/panoramics/${made.id}/convert`)).status).toBe(404);
    must(await crew.send('POST', `/panoramics/${made.id}/convert`), 200);
    const again = await ready(made.id);
    expect(again.pyramid!.version).toBe(made.pyramid!.version + 1);
    const jobs = must(await crew.send<Job[]>('GET', `/jobs?kind=panoramic&projectid=${project}`), 200);
    expect(jobs.every(({ state }) => state === 'done')).toBe(true);
  });

  it.runIf(existsSync(DATA))('are read as exiftool reads them', async () => {
    const { files } = JSON.parse(await readFile(path.join(DATA, 'expected.json'), 'utf8')) as {
      files: Record<string, Record<string, number | string>>;
    };
    for (const [name, truth] of Object.entries(files)) {
      const { status, body } = await send(path.basename(name), await readFile(path.join(DATA, name)));
      const isPanorama = name.startsWith('equirect/');
      expect([name, status]).toEqual([name, isPanorama ? 201 : 422]);
      if (!isPanorama) continue;
      const made = await ready(body.id);
      expect([name, made.state, made.error]).toEqual([name, 'ready', null]);
      expect(made.pyramid!.width).toBe(truth['ImageWidth']);
      expect(made.heading).toBe(truth['PoseHeadingDegrees'] ?? null);
      const [longitude, latitude, height] = made.position ?? [];
      if (truth['GPSLatitude']) {
        expect(longitude).toBeCloseTo(Number(truth['GPSLongitude']), 6);
        expect(latitude).toBeCloseTo(Number(truth['GPSLatitude']), 6);
        // Trento: EGM96 is about 50 m above the ellipsoid there.
        expect(height! - Number(truth['GPSAltitude'])).toBeGreaterThan(45);
        expect(height! - Number(truth['GPSAltitude'])).toBeLessThan(55);
      }
    }
  });
});
