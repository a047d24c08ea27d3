import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CloudLook, ImportEntry, Pointcloud, Problem, Upload } from '#core/protocol';
import { sweepUploads } from '../../shared/uploads/sweep.ts';
import { places } from '../../testing/databases.ts';
import { smallLas } from '../../testing/las.ts';
import { startTestS3, type TestS3 } from '../../testing/s3.ts';
import { download } from '../../testing/sending.ts';
import { must, type TestPerson, type TestServer } from '../../testing/server.ts';
import { openJobs } from '../../app/job-kinds.ts';
import { openWorkplace, type Workplace } from '../../testing/workplace.ts';

const sumOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');

describe.each(places)('resumable uploads on the %s engine, in %s', (engine, storage) => {
  let s3: TestS3 | undefined;
  let place: Workplace;
  let server: TestServer;
  let crew: TestPerson;
  let colleague: TestPerson;
  let outsider: TestPerson;
  let project: string;
  let importFolder: string;

  beforeAll(async () => {
    if (storage === 'an S3 store') s3 = await startTestS3();
    importFolder = await fs.mkdtemp(path.join(os.tmpdir(), 'groma-import-'));
    place = await openWorkplace(engine, {
      jobs: openJobs,
      config: { importFolder, quotaGigabytes: 1, ...(s3 && { storageUrl: s3.url }) },
    });
    ({ server } = place);
    const all = ['geometries.read', 'pointcloud.read', 'pointcloud.write'];
    crew = await server.person(place.admin, 'Crew', all);
    colleague = await server.person(place.admin, 'Colleague', all);
    outsider = await server.person(place.admin, 'Outsider', all);
    project = (await server.project(place.admin, 'Appia', [crew, colleague])).id;
  });
  afterAll(async () => {
    await place?.close();
    await s3?.remove();
    await fs.rm(importFolder, { recursive: true, force: true });
  });

  const tus = async (
    method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE',
    url: string,
    headers: Record<string, string> = {},
    payload?: Buffer,
    by = crew,
  ) =>
    server.app.inject({
      method,
      url,
      headers: {
        jwt: by.token,
        'tus-resumable': '1.0.0',
        ...(method === 'PATCH' && { 'content-type': 'application/offset+octet-stream' }),
        ...headers,
      },
      ...(payload && { payload }),
    });
  const begin = async (bytes: number, metadata: Record<string, string> = {}, more = {}) => {
    const text = Object.entries({ filename: 'site.las', ...metadata }).map(
      ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`,
    );
    return tus('POST', '/api/uploads', {
      projectid: project,
      kind: 'pointcloud',
      'upload-length': String(bytes),
      'upload-metadata': text.join(','),
      ...more,
    });
  };
  const address = async (bytes: number, metadata = {}) => {
    const answer = await begin(bytes, metadata);
    expect([answer.statusCode, answer.body]).toEqual([201, '']);
    return answer.headers.location as string;
  };
  const append = (url: string, at: number, content: Buffer) =>
    tus('PATCH', url, { 'upload-offset': String(at) }, content);
  const stateOf = async (url: string, by = crew) => by.send<Upload>('GET', url.replace('/api', ''));
  const whenChecked = async (url: string): Promise<Upload> => {
    for (;;) {
      const state = must(await stateOf(url), 200);
      if (state.state !== 'checking') return state;
    }
  };
  const idOf = (url: string) => url.split('/').pop()!;

  it('arrive in pieces, are checked, and become a point cloud once', async () => {
    const las = smallLas({ points: 5000 });
    const url = await address(las.length, { sha256: sumOf(las), fingerprint: 'site.las-1' });
    expect((await append(url, 0, las.subarray(0, 40_000))).headers['upload-offset']).toBe('40000');
    expect(must(await stateOf(url), 200)).toMatchObject({
      state: 'receiving',
      received: 40_000,
      bytes: las.length,
      name: 'site.las',
      fingerprint: 'site.las-1',
    });
    const early = await crew.send<Problem>(
      'POST',
      '/pointcloud',
      { uploadId: idOf(url) },
      { projectid: project },
    );
    expect([early.status, early.body.detail]).toEqual([
      409,
      'The upload of site.las is not complete yet. Wait until it has arrived and been checked.',
    ]);
    const head = await tus('HEAD', url);
    expect([head.statusCode, head.headers['upload-offset'], head.headers['upload-length']]).toEqual([
      200,
      '40000',
      String(las.length),
    ]);
    expect((await append(url, 40_000, las.subarray(40_000))).statusCode).toBe(204);
    expect(await whenChecked(url)).toMatchObject({ state: 'complete', sha256: sumOf(las), error: null });
    expect((await tus('HEAD', url)).headers['upload-offset']).toBe(String(las.length));
    const listed = must(await crew.send<Upload[]>('GET', '/uploads', undefined, { projectid: project }), 200);
    expect(listed.map(({ id }) => id)).toContain(idOf(url));

    const made = must(
      await crew.send<Pointcloud>(
        'POST',
        '/pointcloud',
        { uploadId: idOf(url), name: 'Site.las', crs: 'EPSG:32633' },
        { projectid: project },
      ),
      201,
    );
    expect(made).toMatchObject({
      name: 'Site.las',
      sha256: sumOf(las),
      bytes: las.length,
      crs: 'EPSG:32633',
    });
    const sent = await download(server, crew, `/pointcloud/file/${made.id}`);
    expect(sent.rawPayload.equals(las)).toBe(true);
    expect((await stateOf(url)).status).toBe(404);
    const again = await crew.send('POST', '/pointcloud', { uploadId: idOf(url) }, { projectid: project });
    expect(again.status).toBe(404);
  });

  it('show header, place, density and problems of a point cloud before all of it has arrived', async () => {
    const las = smallLas({ points: 100_000 });
    const url = await address(las.length);
    const look = (more = {}) =>
      crew.send<CloudLook & Problem>('POST', '/pointcloud/look', { uploadId: idOf(url), ...more });
    expect((await look()).status).toBe(409);
    await append(url, 0, las.subarray(0, 100_000));
    const first = must(await look(), 200);
    expect(first).toMatchObject({ crs: null, outline: null, density: null, header: { pointCount: 100_000 } });
    expect(first.problems).toEqual([
      'The file names no reference system. Choose the one of its coordinates.',
    ]);
    const placed = must(await look({ crs: 'EPSG:32633' }), 200);
    // 1 m by 2 m, and 3 m high.
    expect(placed.size).toEqual([1, 2, 3]);
    expect(placed.density).toBe(50_000);
    expect(placed.outline).toHaveLength(33);
    // Easting 0 of zone 33 is 4.5° west of its central meridian of 15°.
    expect(placed.outline![0]![0]).toBeCloseTo(10.5113, 3);
    const feet = must(await look({ crs: 'EPSG:32633', unit: 'foot', heightUnit: 'us-survey-foot' }), 200);
    expect(feet).toMatchObject({ unit: 0.3048, heightUnit: 1200 / 3937 });
    expect(feet.size).toEqual([0.3048, 0.6096, 3 * (1200 / 3937)]);
    const [west, east] = [placed, feet].map(({ outline }) => outline![8]![0] - outline![0]![0]);
    expect(east! / west!).toBeCloseTo(0.3048, 4);
    // Feet, whose heights could as well be metres.
    const american = must(await look({ crs: 'EPSG:2278' }), 200);
    expect([american.unit, american.heightUnit]).toEqual([
      expect.closeTo(1200 / 3937),
      expect.closeTo(1200 / 3937),
    ]);
    expect(american.problems.join()).toContain('in which unit its heights are');
    const metres = must(await look({ crs: 'EPSG:2278', heightUnit: 'metre' }), 200);
    expect(metres.size![2]).toBe(3);
    expect(metres.problems.join()).not.toContain('in which unit its heights are');
    expect((await look({ crs: 'EPSG:99999' })).status).toBe(422);
  });

  it('continue after a connection broke in the midst of a piece', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => {});
    const { port } = server.app.server.address() as AddressInfo;
    const content = randomBytes(3_000_000);
    const url = await address(content.length);
    await new Promise<void>((resolve) => {
      const sent = httpRequest({
        port,
        method: 'PATCH',
        path: url,
        headers: {
          jwt: crew.token,
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
          'content-length': content.length,
        },
      });
      sent.on('error', () => {}).on('close', () => resolve());
      sent.write(content.subarray(0, 2_000_000));
      // Broken when the first of it has reached the disk.
      const part = path.join(server.services.config.data, 'uploads', idOf(url));
      const arrived = async () => expect((await fs.stat(part)).size).toBeGreaterThan(0);
      void vi.waitFor(arrived, { timeout: 60_000 }).finally(() => sent.destroy());
    });
    const offset = async () => Number((await tus('HEAD', url)).headers['upload-offset']);
    await expect.poll(offset, { timeout: 60_000 }).toBeGreaterThan(0);
    const at = await offset();
    expect(at).toBeLessThanOrEqual(2_000_000);
    expect((await append(url, at, content.subarray(at))).statusCode).toBe(204);
    expect(await whenChecked(url)).toMatchObject({ state: 'complete', sha256: sumOf(content) });
  });

  it('are finished by the next request when the server stopped before they were checked', async () => {
    const content = randomBytes(100_000);
    // As it is when the server was killed between the last byte and the check.
    const other = await address(content.length);
    const { data } = server.services.config;
    await fs.writeFile(path.join(data, 'uploads', idOf(other)), content);
    expect(await whenChecked(other)).toMatchObject({ state: 'complete', sha256: sumOf(content) });
    expect(await fs.readdir(path.join(data, 'uploads'))).not.toContain(idOf(other));
  });

  it('are refused when they were damaged on the way', async () => {
    const las = smallLas();
    const url = await address(las.length, { sha256: sumOf(Buffer.from('other')) });
    await append(url, 0, las);
    expect(await whenChecked(url)).toMatchObject({
      state: 'failed',
      error: 'site.las was damaged during upload: its SHA-256 differs. Upload it again.',
    });
    const taken = await crew.send('POST', '/pointcloud', { uploadId: idOf(url) }, { projectid: project });
    expect(taken.status).toBe(422);
  });

  it('can be tried again with the same content when the record was refused', async () => {
    const text = Buffer.from('no point cloud, but as long as a header '.repeat(20));
    const url = await address(text.length);
    await append(url, 0, text);
    for (let tries = 0; tries < 2; tries++) {
      const refused = await crew.send('POST', '/pointcloud', { uploadId: idOf(url) }, { projectid: project });
      expect(refused.status).toBe(422);
    }
    expect(must(await stateOf(url), 200).state).toBe('complete');
  });

  it('belong to the person who sends them, and to a project that they work on', async () => {
    const url = await address(1000);
    for (const by of [colleague, outsider]) {
      expect((await stateOf(url, by)).status).toBe(404);
      expect((await tus('PATCH', url, { 'upload-offset': '0' }, Buffer.alloc(10), by)).statusCode).toBe(404);
      expect((await tus('DELETE', url, {}, undefined, by)).statusCode).toBe(404);
    }
    const listed = must(
      await colleague.send<Upload[]>('GET', '/uploads', undefined, { projectid: project }),
      200,
    );
    expect(listed.map(({ id }) => id)).not.toContain(idOf(url));
    expect((await begin(10, {}, { kind: 'bim' })).statusCode).toBe(403);
    expect((await begin(10, {}, { jwt: outsider.token })).statusCode).toBe(404);
  });

  it('are cancelled with what has arrived', async () => {
    const url = await address(1000);
    await append(url, 0, Buffer.alloc(500));
    const folder = path.join(server.services.config.data, 'uploads');
    expect(await fs.readdir(folder)).toContain(idOf(url));
    expect((await tus('DELETE', url)).statusCode).toBe(204);
    expect((await fs.readdir(folder)).filter((name) => name.startsWith(idOf(url)))).toEqual([]);
    expect((await tus('HEAD', url)).statusCode).toBe(404);
  });

  it('are refused with a sentence when they are too large, beyond the quota, or of another length', async () => {
    const detail = async (answer: { statusCode: number; body: string }) => [
      answer.statusCode,
      (JSON.parse(answer.body) as Problem).detail,
    ];
    expect((await begin(200 * 1024 ** 3)).statusCode).toBe(413);
    const [status, sentence] = await detail(await begin(2 * 1024 ** 3));
    expect(status).toBe(507);
    expect(sentence).toMatch(
      /^Your organization may store 1 GB, of which [\d.]+ GB are left; 2.0 GB are needed\./,
    );
    expect((await begin(0)).statusCode).toBe(400);
    const url = await address(100);
    expect((await append(url, 50, Buffer.alloc(50))).statusCode).toBe(409);
    expect((await append(url, 0, Buffer.alloc(200))).statusCode).toBe(413);
    expect(await detail(await tus('PATCH', url, {}, Buffer.alloc(10)))).toEqual([
      400,
      'This is not a valid request of the tus 1.0 protocol for resumable uploads.',
    ]);
  });

  it('are swept when they were abandoned', async () => {
    const url = await address(1000);
    const kept = await address(1000);
    await append(url, 0, Buffer.alloc(500));
    await server.db.query(`update uploads set expires_at = now() - interval '1 second' where id = $1`, [
      idOf(url),
    ]);
    const { config, db } = server.services;
    const file = path.join(config.data, 'uploads', idOf(url));
    await fs.utimes(file, new Date(0), new Date(0));
    expect((await stateOf(url)).status).toBe(404);
    await sweepUploads(db, config);
    const left = await fs.readdir(path.join(config.data, 'uploads'));
    expect(left.filter((name) => name.startsWith(idOf(url)))).toEqual([]);
    expect(left).toContain(idOf(kept));
  });

  describe('of the import folder', () => {
    const take = (file: string, by = place.admin) =>
      by.send<Upload & Problem>(
        'POST',
        '/import-folder',
        { path: file, kind: 'pointcloud' },
        { projectid: project },
      );

    it('become a point cloud without a copy, and stay when that is deleted', async () => {
      const las = smallLas({ points: 100, epsg: 32633 });
      const file = path.join(importFolder, 'flights', 'July – süd.las');
      await fs.mkdir(path.dirname(file), { recursive: true });
      await fs.writeFile(file, las);
      const entries = must(await place.admin.send<ImportEntry[]>('GET', '/import-folder?path=flights'), 200);
      expect(entries).toMatchObject([
        { name: 'July – süd.las', path: 'flights/July – süd.las', folder: false, bytes: las.length },
      ]);
      const upload = must(await take(entries[0]!.path), 201);
      const made = must(
        await place.admin.send<Pointcloud>(
          'POST',
          '/pointcloud',
          { uploadId: upload.id },
          { projectid: project },
        ),
        201,
      );
      expect(made).toMatchObject({ name: 'July – süd.las', sha256: sumOf(las), crs: 'EPSG:32633' });
      const [row] = await server.db.query<{ key: string }>(
        'select key from file_versions where file_id = $1',
        [made.id],
      );
      expect(await server.services.storage.localPath(row!.key)).toBe(await fs.realpath(file));
      const part = await download(server, crew, `/pointcloud/file/${made.id}`, { range: 'bytes=0-3' });
      expect(part.body).toBe('LASF');
      must(await crew.send('DELETE', `/pointcloud/${made.id}`, undefined, { 'if-match': '"1"' }), 204);
      await server.services.storage.remove(row!.key);
      expect((await fs.readFile(file)).equals(las)).toBe(true);
    });

    it('are refused outside of it, behind a link, and to everybody but super administrators', async () => {
      const secret = await fs.mkdtemp(path.join(os.tmpdir(), 'groma-secret-'));
      await fs.writeFile(path.join(secret, 'a.las'), smallLas());
      await fs.symlink(secret, path.join(importFolder, 'link'));
      const out = `../${path.basename(secret)}/a.las`;
      for (const file of [
        out,
        `flights/../../${path.basename(secret)}/a.las`,
        path.join(secret, 'a.las'),
        'link/a.las',
      ])
        expect([file, (await take(file)).status]).toEqual([file, 422]);
      expect((await take('none.las')).status).toBe(404);
      expect((await take('flights')).status).toBe(422);
      expect((await place.admin.send('GET', '/import-folder?path=..')).status).toBe(422);
      expect((await take('flights/July – süd.las', crew)).status).toBe(403);
      await fs.rm(secret, { recursive: true });
    });
  });
});
