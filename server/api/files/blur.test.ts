import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import * as yauzl from 'yauzl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as protocol from '#core/protocol';
import type {
  BlurRegion,
  CallSpec,
  FileRecord,
  FoundRegions,
  GeometryObject,
  Panoramic,
  Problem,
} from '#core/protocol';
import { openJobs } from '../../app/job-kinds.ts';
import { overPole } from '../../shared/files/blur-picture.ts';
import { engines } from '../../testing/databases.ts';
import { download as downloadExport, exportedResult, unpacked } from '../../testing/exporting.ts';
import { startFinder, type TestFinder } from '../../testing/finder.ts';
import { download, upload } from '../../testing/sending.ts';
import { must, type TestPerson, type TestServer } from '../../testing/server.ts';
import { makeObject, openWorkplace, type Workplace } from '../../testing/workplace.ts';

/** The middle half of the picture. */
const MIDDLE: BlurRegion = [
  [0.25, 0.25],
  [0.75, 0.25],
  [0.75, 0.75],
  [0.25, 0.75],
];
/** What each test of a call that sends bytes is, by the id of the call: a new one is looked at before it is added here. */
const SENDING_BYTES = [
  'files.archive',
  'files.download',
  'files.original',
  'files.preview',
  'panoramics.base',
  'panoramics.file',
  'panoramics.tile',
];

/** Grey, with upright stripes of pure red and blue in the middle quarter of it: what nobody may see. */
async function striped(width: number, height: number): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 3, 128);
  for (let y = height * 0.3; y < height * 0.7; y++)
    for (let x = width * 0.3; x < width * 0.7; x++) {
      const at = (Math.floor(y) * width + Math.floor(x)) * 3;
      data.set(Math.floor(x / (width / 64)) % 2 === 0 ? [255, 0, 0] : [0, 0, 255], at);
    }
  const picture = sharp(data, { raw: { width, height, channels: 3 } }).jpeg({ quality: 95 });
  return picture.withExif({ IFD0: { Make: 'Camera', ImageDescription: 'A face' } }).toBuffer();
}

/** Whether a picture shows the stripes: red and blue pixels, which their mean is not. */
async function shows(picture: Buffer): Promise<boolean> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let [red, blue] = [0, 0];
  for (let at = 0; at < data.length; at += info.channels) {
    const [r, , b] = data.subarray(at, at + 3) as unknown as [number, number, number];
    if (r > 200 && b < 60) red++;
    if (b > 200 && r < 60) blue++;
  }
  return red > 8 && blue > 8;
}

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const tag = ({ version }: { version: number }) => ({ 'if-match': `"${version}"` });

describe('a region of a panorama', () => {
  it('that goes around a pole is closed over it, and one that crosses the edge goes on beyond it', () => {
    const ring = [0.1, 0.35, 0.6, 0.85].map((across): [number, number] => [across, 0.9]);
    expect(overPole([...ring, [0.1, 0.9]])).toEqual([...ring, [1.1, 0.9], [1.1, 0.9], [1.1, 1], [0.1, 1]]);
    expect(
      overPole([
        [0.98, 0.4],
        [0.02, 0.4],
        [0.02, 0.6],
      ]).map(([across]) => across),
    ).toEqual([0.98, 1.02, 1.02]);
  });
});

describe.each(engines)('what is blurred, on the %s engine', (engine) => {
  let place: Workplace;
  let server: TestServer;
  let crew: TestPerson;
  let keeper: TestPerson;
  let project: string;
  let object: GeometryObject;
  let surveyId: string;
  let face: Buffer;
  let finder: TestFinder;

  beforeAll(async () => {
    finder = await startFinder();
    place = await openWorkplace(engine, { jobs: openJobs, config: { finder: finder.url } });
    ({ server } = place);
    const rights = ['geometries.read', 'geometries.write', 'files.write', 'export'];
    crew = await server.person(place.admin, 'Crew', rights);
    keeper = await server.person(place.admin, 'Keeper', [...rights, 'files.original']);
    project = (await server.project(place.admin, 'Appia', [crew, keeper])).id;
    object = await makeObject(crew, project);
    const survey = await crew.send<{ id: string }>(
      'POST',
      '/surveys',
      { name: 'May' },
      { projectid: project },
    );
    surveyId = must(survey, 201).id;
    face = await striped(640, 480);
    expect(await shows(face)).toBe(true);
  });
  afterAll(async () => {
    finder.close();
    await place.close();
  });

  const attach = async (content: Buffer, name = 'face.jpg') =>
    must(
      await upload<FileRecord>(
        server,
        crew,
        '/files',
        { name, content },
        { geometryid: object.id },
        { projectid: project },
      ),
      201,
    );
  const blur = (by: TestPerson, file: FileRecord, regions: readonly BlurRegion[]) =>
    by.send<FileRecord & Problem>('PUT', `/files/blur/${file.id}`, { regions }, tag(file));
  const read = async (address: string, by = crew) => (await download(server, by, address)).rawPayload;

  it('of a photo is shown by no call but that of the original, which has its own right', async () => {
    const calls = Object.values(protocol as Record<string, unknown>).filter(
      (one): one is CallSpec =>
        typeof one === 'object' && one !== null && 'path' in one && !('answer' in one) && 'id' in one,
    );
    const sending = calls.filter(({ id, method }) => /^(files|panoramics)\./.test(id) && method !== 'DELETE');
    expect(sending.map(({ id }) => id).sort()).toEqual(SENDING_BYTES);

    const file = await attach(face);
    // Previews that were made before are not shown after.
    expect(await shows(await read(`/files/preview?id=${file.id}&size=512`))).toBe(true);
    const blurred = must(await blur(crew, file, [MIDDLE]), 200);
    expect(blurred).toMatchObject({ blurred: 1, version: 2 });
    expect(blurred.sha256).not.toBe(file.sha256);
    const whole = await read(`/files/file/${file.id}`);
    expect(sumOf(whole)).toBe(blurred.sha256);
    expect((await sharp(whole).metadata()).exif).toBeUndefined();
    const pictures = [whole, await read(`/files/file/${file.id}?version=1`)];
    for (const size of protocol.PREVIEW_SIZES)
      pictures.push(
        await read(`/files/preview?id=${file.id}&size=${size}`),
        await read(`/files/preview?id=${file.id}&size=${size}&version=1`),
      );
    const ids = { ids: [file.id] };
    const zip = await download(server, crew, '/files/archive', { projectid: project }, 'POST', ids);
    const archive = await yauzl.fromBufferPromise(zip.rawPayload);
    for await (const entry of archive.eachEntry())
      if (entry.fileName.endsWith('.jpg'))
        pictures.push(await buffer(await archive.openReadStreamPromise(entry)));
    const order = { ids: [object.id], formats: ['geojson'], attachments: true };
    const result = await exportedResult(crew, project, 'data', order);
    const { bytes } = await downloadExport(server, crew, result.nameZip);
    const { folder, remove } = await unpacked(bytes, result);
    const attached = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.jpg'),
    );
    expect(attached).toHaveLength(1);
    pictures.push(...attached.map((name) => readFileSync(path.join(folder, name))));
    remove();
    expect(pictures).toHaveLength(2 + 2 * protocol.PREVIEW_SIZES.length + 2);
    for (const picture of pictures) expect(await shows(picture)).toBe(false);

    expect((await download(server, crew, `/files/original/${file.id}`)).statusCode).toBe(403);
    expect(sumOf(await read(`/files/original/${file.id}`, keeper))).toBe(file.sha256);
  });

  it('stays so: only who may see originals uncovers it, also by an earlier version', async () => {
    const first = await attach(face, 'twice.jpg');
    const second = must(
      await upload<FileRecord>(
        server,
        crew,
        `/files?id=${first.id}`,
        { name: 'twice.jpg', content: await striped(320, 240) },
        {},
        tag(first),
        'PUT',
      ),
      200,
    );
    const blurred = must(await blur(crew, second, [MIDDLE]), 200);
    // The first content shows the same face.
    for (const address of [`/files/file/${first.id}?version=1`, `/files/preview?id=${first.id}&version=1`])
      expect((await download(server, crew, address)).statusCode).toBe(403);
    const restoring = await crew.send<Problem>('PUT', `/files?id=${first.id}`, { restore: 1 }, tag(blurred));
    expect([restoring.status, restoring.body.detail]).toEqual([
      403,
      expect.stringContaining('files.original'),
    ]);
    const taken = await blur(crew, blurred, []);
    expect([taken.status, taken.body.detail]).toEqual([403, expect.stringContaining('stays blurred')]);
    const corner: BlurRegion = [
      [0, 0],
      [0.1, 0],
      [0, 0.1],
    ];
    const more = must(await blur(crew, blurred, [MIDDLE, corner]), 200);
    expect(more.blurred).toBe(2);
    const uncovered = must(await blur(keeper, more, []), 200);
    expect(uncovered).toMatchObject({ blurred: 0, sha256: second.sha256 });
    expect(sumOf(await read(`/files/file/${first.id}`))).toBe(second.sha256);
    expect((await download(server, keeper, `/files/original/${first.id}`)).statusCode).toBe(404);
  });

  it('is refused for what is no picture, and a damaged one stays as it was', async () => {
    const text = await attach(Buffer.from('text'), 'note.txt');
    expect((await blur(crew, text, [MIDDLE])).status).toBe(422);
    const half = await attach(face.subarray(0, 400), 'half.jpg');
    const refused = await blur(crew, half, [MIDDLE]);
    expect([refused.status, refused.body.detail]).toEqual([
      422,
      expect.stringContaining('half.jpg cannot be blurred'),
    ]);
    expect(sumOf(await read(`/files/file/${half.id}`))).toBe(half.sha256);
  });

  it('is proposed by the finder of the operator, which gets the picture upright, without metadata and name', async () => {
    const found = (what: string, bbox: number[], confidence = 0.5) => ({ class: what, confidence, bbox });
    // Of an upright picture of 480 × 640 pixels; a tenth is added on each side.
    finder.answer.body = {
      info: [
        found('plate', [450, 0, 480, 20]),
        found('face', [50, 100, 100, 200], 0.9),
        found('sign', [0, 0, 50, 50]),
        found('face', [80, 10, 60, 20]),
      ],
      model: { name: 'yolo11n', version: '0.1.0' },
    };
    const lying = await sharp(await striped(640, 480))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const file = await attach(lying, 'Mario Rossi.jpg');
    const blurOf = await crew.send<protocol.AnswerOf<typeof protocol.readBlur>>(
      'GET',
      `/files/blur/${file.id}`,
    );
    expect(blurOf.body).toMatchObject({ hasFinder: true, regions: [] });
    const find = (by = crew) => by.send<FoundRegions & Problem>('POST', `/files/blur/${file.id}/find`);
    const { found: regions, total, model } = must(await find(), 200);
    expect([total, model, regions.map(({ what }) => what)]).toEqual([2, 'yolo11n 0.1.0', ['face', 'plate']]);
    const [corner, , opposite] = regions[0]!.region;
    const pixels = [corner!, opposite!].flatMap(([x, y]) => [x * 480, y * 640]);
    expect(pixels.map(Math.round)).toEqual([45, 90, 105, 210]);
    // Nothing is beyond the edge of the picture.
    expect(regions[1]!.region[2]).toEqual([1, 22 / 640]);
    const { width, height, exif, orientation } = await sharp(finder.pictures.at(-1)).metadata();
    expect([width, height, exif, orientation]).toEqual([480, 640, undefined, undefined]);
    finder.answer = { status: 500, body: {} };
    const failed = await find();
    expect([failed.status, failed.body.detail]).toEqual([
      502,
      `The finder of faces and plates (${new URL(finder.url).host}) gave no usable answer (status 500). Mark what is to be blurred by hand, or tell whoever operates the server.`,
    ]);
    finder.answer = { status: 200, body: { info: 'all' } };
    expect((await find()).status).toBe(502);
    // Nobody has blurred anything.
    expect(sumOf(await read(`/files/file/${file.id}`))).toBe(file.sha256);
  });

  it('of a panorama is in no tile: its former pyramid is gone at once, and the next one is made of the blurred picture', async () => {
    const content = await striped(2048, 1024);
    const sent = await upload<Panoramic>(
      server,
      crew,
      '/panoramics',
      { name: 'street.jpg', content },
      { surveyid: surveyId },
    );
    const get = async () => must(await crew.send<Panoramic>('GET', `/panoramics/${must(sent, 201).id}`), 200);
    await expect.poll(async () => (await get()).state, { timeout: 60_000 }).toBe('ready');
    const before = await get();
    const base = ({ pyramid }: Panoramic) => `/panoramics/${before.id}/pyramid/${pyramid!.version}`;
    expect(await shows(await read(`${base(before)}/base`))).toBe(true);
    const changed = await crew.send<Panoramic>(
      'PATCH',
      `/panoramics/${before.id}/blur`,
      { regions: [MIDDLE] },
      tag(before),
    );
    expect(must(changed, 200)).toMatchObject({ blurred: 1 });
    expect((await download(server, crew, `${base(before)}/base`)).statusCode).toBe(404);
    await expect.poll(async () => (await get()).state, { timeout: 60_000 }).toBe('ready');
    const after = await get();
    const pictures = [
      await read(`${base(after)}/base`),
      await read(`/panoramics/file/${after.id}`),
      await read(`/files/preview?id=${after.id}`),
    ];
    for (const { cols, rows } of protocol.levelsOf(after.pyramid!))
      for (let row = 0; row < rows; row++)
        for (let column = 0; column < cols; column++)
          pictures.push(await read(`${base(after)}/${cols}/${column}/${row}`));
    expect(pictures.length).toBeGreaterThan(10);
    for (const picture of pictures) expect(await shows(picture)).toBe(false);
    expect((await download(server, crew, `/files/original/${after.id}`)).statusCode).toBe(403);
    expect(sumOf(await read(`/files/original/${after.id}`, keeper))).toBe(sumOf(content));
  });
});
