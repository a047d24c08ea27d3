import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  AnswerOf,
  FileRecord,
  Panoramic,
  PhotoRow,
  Problem,
  Survey,
  Track,
  uploadTracks,
  User,
} from '#core/protocol';
import { download, upload } from '../../testing/sending.ts';
import { openJobs } from '../../app/job-kinds.ts';
import { engines } from '../../testing/databases.ts';
import { must, type TestPerson, type TestServer } from '../../testing/server.ts';
import { openWorkplace, type Workplace } from '../../testing/workplace.ts';

const NOON = Date.UTC(2026, 4, 4, 12) / 1000;
/** Northwards along 12° E, a second and 0.0001° apart. */
const CSV = `time,longitude,latitude\n${[0, 1, 2, 3].map((i) => `${NOON + i},12,${42 + i / 10_000}`).join('\n')}\n`;

/** A panorama taken at a time of its camera's clock. */
function picture(exif: Record<string, string>): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 32, channels: 3, background: 'navy' } })
    .withExif({ IFD2: exif })
    .jpeg()
    .toBuffer();
}

describe.each(engines)('surveys on the %s engine', (engine) => {
  let place: Workplace;
  let server: TestServer;
  let crew: TestPerson;
  let outsider: TestPerson;
  let project: string;
  beforeAll(async () => {
    place = await openWorkplace(engine, { jobs: openJobs });
    ({ server } = place);
    crew = await server.person(place.admin, 'Crew', ['geometries.read', 'files.write']);
    outsider = await server.person(place.admin, 'Outsider', ['geometries.read', 'files.write']);
    project = (await server.project(place.admin, 'Appia', [crew])).id;
  });
  afterAll(() => place.close());

  const tag = (thing: { version: number }) => ({ 'if-match': `"${thing.version}"` });
  const begin = async (given: Partial<Survey> = {}) =>
    must(await crew.send<Survey>('POST', '/surveys', { name: 'May', ...given }, { projectid: project }), 201);
  const addPhoto = async (survey: Survey, name: string, exif: Record<string, string>) => {
    const file = { name, content: await picture(exif) };
    return must(await upload<Panoramic>(server, crew, '/panoramics', file, { surveyid: survey.id }), 201);
  };
  const addTrack = (survey: Survey, content: string, fields: Record<string, string> = {}, by = crew) =>
    upload<AnswerOf<typeof uploadTracks> & Problem>(
      server,
      by,
      `/surveys/${survey.id}/tracks`,
      { name: 'ride.csv', content },
      fields,
    );
  const read = async (id: string) => must(await crew.send<Panoramic>('GET', `/panoramics/${id}`), 200);

  it('are created, updated with their version, listed by project, and hidden from others', async () => {
    const survey = await begin({ surveyedOn: '2026-05-04' });
    expect(survey).toMatchObject({
      name: 'May',
      surveyedOn: '2026-05-04',
      version: 1,
      tracks: [],
      panoramicCount: 0,
    });
    const path = `/surveys/${survey.id}`;
    const changed = must(
      await crew.send<Survey>('PUT', path, { description: 'Left lane' }, tag(survey)),
      200,
    );
    expect(changed).toMatchObject({ description: 'Left lane', surveyedOn: '2026-05-04', version: 2 });
    const stale = await crew.send<Survey>('PUT', path, { name: 'June' }, tag(survey));
    expect([stale.status, stale.body.version]).toEqual([412, 2]);
    expect((await crew.send('HEAD', path)).headers.etag).toBe('"2"');
    const listed = await crew.send<Survey[]>('GET', '/surveys?search=left', undefined, {
      projectid: project,
    });
    expect([listed.headers['x-total-count'], listed.body[0]!.id]).toEqual(['1', survey.id]);
    for (const [method, body] of [['GET'], ['HEAD'], ['PUT', { name: 'Mine' }], ['DELETE']] as const)
      expect((await outsider.send(method, path, body, tag(changed))).status).toBe(404);
    expect((await outsider.send<Survey[]>('GET', '/surveys')).body).toEqual([]);
    expect((await addTrack(survey, CSV, {}, outsider)).status).toBe(404);
    must(await crew.send('DELETE', path, undefined, tag(changed)), 204);
    expect((await crew.send('GET', path)).status).toBe(404);
  });

  it('place their panoramas along a track uploaded later, and panoramas uploaded later along it', async () => {
    const survey = await begin();
    const early = await addPhoto(survey, 'b.jpg', {
      DateTimeOriginal: '2026:05:04 14:00:01',
      OffsetTimeOriginal: '+02:00',
      SubSecTimeOriginal: '5',
    });
    expect(early).toMatchObject({ position: null, placedBy: null, takenAt: '2026-05-04T12:00:01.500Z' });
    const noZone = await addPhoto(survey, 'c.jpg', { DateTimeOriginal: '2026:05:04 14:00:03' });
    const added = must(await addTrack(survey, CSV), 201);
    expect(added).toMatchObject({
      tracks: [
        {
          name: 'ride',
          fileName: 'ride.csv',
          count: 4,
          startedAt: '2026-05-04T12:00:00.000Z',
          endedAt: '2026-05-04T12:00:03.000Z',
        },
      ],
      placed: 1,
      unplaced: [{ id: noZone.id, name: 'c.jpg', reason: 'clock-unknown' }],
    });
    const placed = await read(early.id);
    expect(placed).toMatchObject({ placedBy: 'track-time', heading: 0, trackAt: 1.5 });
    expect(placed.position![1]).toBeCloseTo(42.00015, 12);
    expect(placed.version).toBeGreaterThan(early.version);
    // Its camera was two hours ahead of UTC.
    const now = must(await crew.send<Survey>('GET', `/surveys/${survey.id}`), 200);
    must(await crew.send('PUT', `/surveys/${survey.id}`, { cameraOffset: 120 }, tag(now)), 200);
    expect(await read(noZone.id)).toMatchObject({ takenAt: '2026-05-04T12:00:03.000Z', trackAt: 3 });
    // Its clock, and every other of the survey, was a second late.
    const shifted = must(await crew.send<Survey>('GET', `/surveys/${survey.id}`), 200);
    const shift = { clockShift: -1, people: 'Anna', instrument: 'GNSS', positionAccuracy: 0.02 };
    expect(
      must(await crew.send<Survey>('PUT', `/surveys/${survey.id}`, shift, tag(shifted)), 200),
    ).toMatchObject({ ...shift, directionAccuracy: null, cameraOffset: 120 });
    expect(await read(noZone.id)).toMatchObject({ takenAt: '2026-05-04T12:00:02.000Z', trackAt: 2 });
    const back = must(await crew.send<Survey>('GET', `/surveys/${survey.id}`), 200);
    must(await crew.send('PUT', `/surveys/${survey.id}`, { clockShift: 0 }, tag(back)), 200);
    const late = await addPhoto(survey, 'a.jpg', { DateTimeOriginal: '2026:05:04 14:00:00' });
    expect(late).toMatchObject({ trackAt: 0, position: [12, 42] });
    const listed = await crew.send<Panoramic[]>(
      'GET',
      `/projects/panoramics/${project}?surveyid=${survey.id}`,
    );
    expect(listed.body.map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
    const tracks = must(await crew.send<Track[]>('GET', `/surveys/${survey.id}/tracks`), 200);
    expect(tracks[0]!.positions[1]).toEqual([12, 42.0001, null, NOON + 1, null]);
    must(await crew.send('DELETE', `/surveys/${survey.id}/tracks/${tracks[0]!.id}`), 204);
    expect(await read(early.id)).toMatchObject({ placedBy: null, position: null, trackId: null });
  });

  it('place photos without a position along their tracks by time, and no others', async () => {
    const survey = await begin({ cameraOffset: 120 });
    const send = async (
      name: string,
      exif: NonNullable<Parameters<ReturnType<typeof sharp>['withExif']>[0]>,
    ) => {
      const content = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'navy' } })
        .withExif(exif)
        .jpeg()
        .toBuffer();
      const fields = { surveyid: survey.id };
      const headers = { projectid: project };
      return must(await upload<FileRecord>(server, crew, '/files', { name, content }, fields, headers), 201);
    };
    const taken = { IFD2: { DateTimeOriginal: '2026:05:04 14:00:01' } };
    const unplaced = await send('a.jpg', taken);
    expect(unplaced.pose).toMatchObject({ position: null, by: 'photo' });
    const own = await send('b.jpg', {
      ...taken,
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '41/1 0/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '11/1 0/1 0/1',
      },
    });
    const added = must(await addTrack(survey, CSV), 201);
    expect(added).toMatchObject({ placed: 1, unplaced: [] });
    const file = async ({ id }: FileRecord) =>
      must(
        await crew.send<FileRecord[]>('GET', `/files?id=${id}`, undefined, { projectid: project }),
        200,
      )[0]!;
    const placed = await file(unplaced);
    // Where it looks is not known: the person may have walked on.
    expect(placed.pose).toEqual({ position: [12, 42.0001], heading: null, pitch: null, by: 'track' });
    expect((await file(own)).pose).toMatchObject({ position: [11, 41], by: 'photo' });
    const photos = await crew.send<PhotoRow[]>('GET', '/files/photos', undefined, { projectid: project });
    expect(photos.body.find(({ id }) => id === placed.id)).toMatchObject({ position: [12, 42.0001] });
    // One second later; then out of the survey, where no track places it.
    const now = must(await crew.send<Survey>('GET', `/surveys/${survey.id}`), 200);
    expect(now.fileCount).toBe(2);
    must(await crew.send('PUT', `/surveys/${survey.id}`, { clockShift: 1 }, tag(now)), 200);
    const moved = await file(unplaced);
    expect(moved.pose!.position).toEqual([12, 42.0002]);
    const out = await crew.send<FileRecord>('PUT', `/files?id=${moved.id}`, { surveyid: null }, tag(moved));
    expect(must(out, 200).pose).toMatchObject({ position: null, by: 'photo' });
  });

  it('take many pictures at once', async () => {
    const survey = await begin();
    must(await addTrack(survey, CSV), 201);
    const taken = { DateTimeOriginal: '2026:05:04 12:00:01', OffsetTimeOriginal: '+00:00' };
    const added = await Promise.all(Array.from({ length: 8 }, (_, i) => addPhoto(survey, `${i}.jpg`, taken)));
    expect(added.map(({ placedBy }) => placedBy)).toEqual(Array(8).fill('track-time'));
  });

  it('keep positions set by a person', async () => {
    const survey = await begin();
    const photo = await addPhoto(survey, 'x.jpg', {
      DateTimeOriginal: '2026:05:04 12:00:01',
      OffsetTimeOriginal: '+00:00',
    });
    const path = `/panoramics/${photo.id}`;
    const moved = must(
      await crew.send<Panoramic>('PUT', path, { position: [11, 41, 9.5], heading: 360 }, tag(photo)),
      200,
    );
    expect(moved).toMatchObject({ position: [11, 41, 9.5], heading: 0, placedBy: 'person' });
    must(await addTrack(survey, CSV), 201);
    const stored = await read(photo.id);
    expect(stored).toMatchObject({ position: [11, 41, 9.5], placedBy: 'person', trackAt: 1 });
    const back = must(await crew.send<Panoramic>('PUT', path, { position: null }, tag(stored)), 200);
    expect(back).toMatchObject({ position: [12, 42.0001], placedBy: 'track-time' });
    const nowhere = await crew.send<Problem>('PUT', path, { position: [200, 0] }, tag(back));
    expect(nowhere.status).toBe(400);
  });

  it('send panoramas in ranges, with previews, and hide them from blocked people', async () => {
    const survey = await begin();
    const photo = await addPhoto(survey, 'y.jpg', {});
    const part = await download(server, crew, `/panoramics/file/${photo.id}`, { range: 'bytes=0-1' });
    // JPEG's first marker.
    expect([part.statusCode, part.rawPayload.toString('hex')]).toEqual([206, 'ffd8']);
    must(await crew.send('GET', `/files/preview?id=${photo.id}&size=256`), 200);
    const reader = await server.person(place.admin, `Blocked${engine}`, ['geometries.read', 'files.write']);
    must(
      await place.admin.send('PUT', `/projects/${project}/members`, {
        userIds: [place.admin.id, crew.id, reader.id],
      }),
      204,
    );
    const counted = async () =>
      must(await reader.send<Survey>('GET', `/surveys/${survey.id}`), 200).panoramicCount;
    expect(await counted()).toBe(1);
    const user = must(await place.admin.send<User>('GET', `/users/${reader.id}`), 200);
    must(
      await place.admin.send('PUT', `/users/${reader.id}`, { blockedLayers: ['panorama'] }, tag(user)),
      200,
    );
    for (const path of [
      `/panoramics/${photo.id}`,
      `/panoramics/file/${photo.id}`,
      `/files/preview?id=${photo.id}`,
      `/projects/panoramics/${project}`,
    ])
      expect((await reader.send('GET', path)).status).toBe(404);
    expect(await counted()).toBe(0);
  });

  it('say when the positions of an SBET were, by their date; one that is cut off is refused', async () => {
    const survey = await begin({ surveyedOn: '2026-05-04' });
    const record = Buffer.alloc(136);
    // Monday is day 1 of its GPS week; 18 seconds ahead of UTC. Radians.
    for (const [i, value] of [86_400 + 43_200 + 18, 0.8, 0.2, 150].entries())
      record.writeDoubleLE(value, i * 8);
    const send = (content: Buffer) =>
      upload<AnswerOf<typeof uploadTracks> & Problem>(
        server,
        crew,
        `/surveys/${survey.id}/tracks`,
        { name: 'ride.sbet', content },
        {},
      );
    expect(must(await send(record), 201).tracks[0]!.startedAt).toBe('2026-05-04T12:00:00.000Z');
    const cut = await send(record.subarray(0, 100));
    expect([cut.status, cut.body.detail]).toEqual([
      422,
      'The file is neither text nor an SBET, which has 136 bytes for each position. It may be cut off: copy it again, or export it as CSV.',
    ]);
  });

  it('refuse files that are not images or tracks, and store nothing of them', async () => {
    const survey = await begin();
    const words = { name: 'words.jpg', content: 'only words' };
    const noPicture = await upload<Problem>(server, crew, '/panoramics', words, { surveyid: survey.id });
    expect([noPicture.status, noPicture.body.detail]).toEqual([
      422,
      'words.jpg is not an image that can be a panorama. Use JPEG, PNG, WebP, TIFF or AVIF.',
    ]);
    const noTrack = await addTrack(survey, 'lon,lat\n12,42\n12,95\n');
    expect([noTrack.status, noTrack.body.detail]).toEqual([
      422,
      'A position of the track (line or feature 3) is not a longitude from -180 to 180 and a latitude from -90 to 90.',
    ]);
    must(await addTrack(survey, CSV), 201);
    // Neither refused nor processed files stay in the storage.
    expect(await server.db.query('select key from unclaimed_keys')).toEqual([]);
  });
});
