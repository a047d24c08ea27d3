import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  AnswerOf,
  FileCount,
  FileRecord,
  GeometryObject,
  listFileVersions,
  Problem,
  User,
} from '#core/protocol';
import { startTestS3, type TestS3 } from '../../testing/s3.ts';
import { places } from '../../testing/databases.ts';
import { must, type TestPerson, type TestServer } from '../../testing/server.ts';
import { makeObject, openWorkplace, type Workplace } from '../../testing/workplace.ts';
import { sweepFiles } from '../../shared/files/sweep.ts';
import { download, smallPdf, upload } from '../../testing/sending.ts';

const MB = 1024 * 1024;
describe.each(places)('files, with the %s engine and %s', (engine, storage) => {
  let s3: TestS3 | undefined;
  let place: Workplace;
  let server: TestServer;
  let clerk: TestPerson;
  let reader: TestPerson;
  let outsider: TestPerson;
  let project: string;
  let parcel: GeometryObject;
  let secret: GeometryObject;

  beforeAll(async () => {
    if (storage === 'an S3 store') s3 = await startTestS3();
    place = await openWorkplace(engine, s3 && { config: { storageUrl: s3.url } });
    ({ server } = place);
    clerk = await server.person(place.admin, 'Clerk', ['geometries.read', 'files.write']);
    reader = await server.person(place.admin, 'Reader', ['geometries.read']);
    outsider = await server.person(place.admin, 'Outsider', ['geometries.read', 'files.write']);
    project = (await server.project(place.admin, 'Archive', [place.surveyor, clerk, reader])).id;
    parcel = await makeObject(place.surveyor, project);
    secret = await makeObject(place.surveyor, project, { typeName: 'secret' });
    const user = must(await place.admin.send<User>('GET', `/users/${reader.id}`), 200);
    const blocked = { blockedLayers: ['secret'] };
    must(
      await place.admin.send('PUT', `/users/${reader.id}`, blocked, { 'if-match': `"${user.version}"` }),
      200,
    );
  });
  afterAll(async () => {
    await place.close();
    await s3?.remove();
  });

  const tag = (file: { version: number }) => ({ 'if-match': `"${file.version}"` });
  const attach = async (name: string, content: Buffer | string, fields: Record<string, string> = {}) =>
    must(
      await upload<FileRecord>(server, clerk, '/files', { name, content }, fields, { projectid: project }),
      201,
    );
  const problem = (content: Buffer | string, fields: Record<string, string> = {}, by = clerk) =>
    upload<Problem>(server, by, '/files', { name: 'x.txt', content }, fields, { projectid: project });
  const unclaimed = async () =>
    (await server.db.query<{ count: number }>('select count(*)::int as count from unclaimed_keys'))[0]!.count;

  it('stores attachments of an object, and returns them byte for byte', async () => {
    const content = randomBytes(3 * MB + 17);
    // Else one in some thousand begins as music does.
    content.fill(0, 0, 4);
    const file = await attach('Größe – relazione.bin', content, { geometryid: parcel.id });
    expect(file).toMatchObject({
      projectId: project,
      geometryId: parcel.id,
      name: 'Größe – relazione.bin',
      mediaType: 'application/octet-stream',
      bytes: 3 * MB + 17,
      sha256: createHash('sha256').update(content).digest('hex'),
      version: 1,
      createdBy: 'Clerk',
      photo: null,
      preview: false,
    });
    const answer = await download(server, reader, `/files/file/${file.id}`);
    expect(answer.rawPayload.equals(content)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-length': String(3 * MB + 17),
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*sandbox$/) as string,
      etag: `"${file.sha256}"`,
    });
    expect(answer.headers['content-disposition']).toMatch(/^attachment; .*filename\*=UTF-8''Gr%C3%B6%C3%9Fe/);
    expect(await unclaimed()).toBe(0);
  });

  it('sends the requested range, and 304 when the client has it', async () => {
    const file = await attach('letters.txt', 'abcdefghijklmnopqrstuvwxyz'.repeat(100));
    const get = (headers: Record<string, string>, method?: 'HEAD') =>
      download(server, reader, `/files/file/${file.id}`, { 'accept-encoding': 'br', ...headers }, method);
    const part = await get({ range: 'bytes=26-30' });
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
      206,
      'abcde',
      'bytes 26-30/2600',
    ]);
    expect((await get({ range: 'bytes=-3' })).body).toBe('xyz');
    const beyond = await get({ range: 'bytes=2600-' });
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */2600']);
    expect((await get({ range: 'bytes=0-1', 'if-range': '"another"' })).statusCode).toBe(200);
    expect((await get({ 'if-none-match': `"${file.sha256}"` })).statusCode).toBe(304);
    const head = await get({}, 'HEAD');
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '2600', '']);
    const whole = await get({});
    expect([whole.headers['content-encoding'], whole.headers['content-type']]).toEqual([
      undefined,
      'text/plain; charset=utf-8',
    ]);
  });

  it('is hidden from people who cannot see its object or project', async () => {
    const file = await attach('plan.txt', 'secret', { geometryid: secret.id });
    for (const [person, path] of [
      [reader, `/files/file/${file.id}`],
      [outsider, `/files/file/${file.id}`],
      [reader, `/files/preview?id=${file.id}`],
      [reader, `/files/versions/${file.id}`],
    ] as const) {
      const seen = await person.send<Problem>('GET', path);
      const absent = await person.send<Problem>('GET', path.replace(file.id, crypto.randomUUID()));
      expect([seen.status, seen.body]).toEqual([404, absent.body]);
    }
    const listed = await reader.send<FileRecord[]>('GET', '/files', undefined, { projectid: project });
    expect(listed.body.map(({ id }) => id)).not.toContain(file.id);
    expect((await outsider.send('GET', '/files', undefined, { projectid: project })).status).toBe(404);
    expect((await problem('x', {}, outsider)).status).toBe(404);
    expect((await problem('x', {}, reader)).body.detail).toContain('files.write');
    const foreign = await outsider.send('DELETE', `/files?id=${file.id}`, undefined, tag(file));
    expect(foreign.status).toBe(404);
  });

  it('lists by project and object, page by page', async () => {
    const other = (await server.project(place.admin, 'Two files', [clerk])).id;
    for (const name of ['b.txt', 'A.txt', 'c.txt'])
      must(await upload(server, clerk, '/files', { name, content: name }, {}, { projectid: other }), 201);
    const names = async (query: string) => {
      const answer = await clerk.send<FileRecord[]>('GET', `/files?${query}`, undefined, {
        projectid: other,
      });
      return [answer.headers['x-total-count'], ...answer.body.map(({ name }) => name)];
    };
    expect(await names('')).toEqual(['3', 'A.txt', 'b.txt', 'c.txt']);
    expect(await names('paginate=2&page=2')).toEqual(['3', 'c.txt']);
    expect(await names('search=b.t')).toEqual(['1', 'b.txt']);
    expect(await names(`geometryid=${parcel.id}`)).toEqual(['0']);
  });

  it('counts the visible photos and other documents of objects', async () => {
    const [one, two] = [await makeObject(place.surveyor, project), await makeObject(place.surveyor, project)];
    const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
    await attach('a.jpg', photo, { geometryid: one.id });
    await attach('b.jpg', photo, { geometryid: two.id });
    await attach('plan.pdf', smallPdf(), { geometryid: two.id });
    const hidden = await makeObject(place.surveyor, project, { typeName: 'secret' });
    await attach('secret.txt', 'x', { geometryid: hidden.id });
    await attach('of-project.txt', 'x');
    const count = (ids: readonly string[], by = clerk) =>
      by.send<FileCount & Problem>('POST', '/files/count', { ids }, { projectid: project });
    const all = [one.id, two.id, hidden.id, crypto.randomUUID()];
    expect((await count(all)).body).toEqual({ photos: 2, documents: 2, keptDays: 30 });
    expect((await count(all, reader)).body).toEqual({ photos: 2, documents: 1, keptDays: 30 });
    expect((await count([one.id])).body).toEqual({ photos: 1, documents: 0, keptDays: 30 });
    const many = [two.id, ...Array.from({ length: 9_999 }, () => crypto.randomUUID())];
    expect((await count(many)).body).toEqual({ photos: 1, documents: 1, keptDays: 30 });
    expect((await count(all, outsider)).status).toBe(404);
    const refused = [await count([]), await count(['one']), await count([...many, one.id])];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400]);
  });

  it('stores new content as the next version and keeps earlier ones', async () => {
    const file = await attach('note.txt', 'first');
    const path = `/files?id=${file.id}`;
    const put = (files: { name: string; content: string }[], fields: Record<string, string>, of = file) =>
      upload<FileRecord>(server, clerk, path, files, fields, tag(of), 'PUT');
    const second = must(await put([{ name: 'new.txt', content: 'second!' }], {}), 200);
    expect(second).toMatchObject({ name: 'note.txt', version: 2, bytes: 7 });
    const stale = await put([{ name: 'new.txt', content: 'third' }], {});
    expect([stale.status, stale.body.version]).toEqual([412, 2]);
    const renamed = must(await clerk.send<FileRecord>('PUT', path, { name: 'memo.txt' }, tag(second)), 200);
    expect(renamed).toMatchObject({ name: 'memo.txt', version: 3, bytes: 7 });
    const text = async (query: string) =>
      (await download(server, reader, `/files/file/${file.id}${query}`)).body;
    expect([await text(''), await text('?version=1'), await text('?version=2')]).toEqual([
      'second!',
      'first',
      'second!',
    ]);
    const history = await reader.send<AnswerOf<typeof listFileVersions>>('GET', `/files/versions/${file.id}`);
    expect(history.body.map(({ version, bytes, by }) => [version, bytes, by])).toEqual([
      [2, 7, 'Clerk'],
      [1, 5, 'Clerk'],
    ]);
    expect((await clerk.send('DELETE', path)).status).toBe(428);
    must(await clerk.send('DELETE', path, undefined, tag(renamed)), 204);
    expect((await reader.send('GET', `/files/file/${file.id}`)).status).toBe(404);
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\fotos\\uno.txt', 'uno.txt'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['a;b|c?.txt', 'a_b_c_.txt'],
    ['....', 'file'],
    ['CON', 'file'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
  ])('saves %j under a safe name', async (given, name) => {
    expect((await attach(given, 'x')).name).toBe(name);
  });

  it('serves no page or script, whatever its name', async () => {
    const page = '<html><script>alert(1)</script></html>';
    for (const name of ['page.html', 'image.png', 'drawing.svg']) {
      const file = await attach(name, page);
      const { headers } = await download(server, reader, `/files/file/${file.id}`);
      expect(['text/plain; charset=utf-8', 'application/octet-stream']).toContain(headers['content-type']);
    }
  });

  it('refuses invalid uploads, and stores nothing', async () => {
    await sweepFiles(server.db, server.services.storage);
    const refusals = [
      await problem(''),
      await problem('x', { geometryid: crypto.randomUUID() }),
      await problem('x', { geometryid: 'none' }),
      await problem('x', { sha256: '0'.repeat(64) }),
      await problem('x', { name: '///' }),
      await clerk.send<Problem>('POST', '/files', {}, { projectid: project }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([422, 404, 400, 422, 422, 422]);
    expect(refusals[0]!.body.detail).toBe('The file x.txt is empty.');
    expect(refusals[3]!.body.detail).toContain('SHA-256');
    expect(await unclaimed()).toBe(await inDeletion());
  });

  /** Contents of records deleted by earlier tests. */
  const inDeletion = async () => {
    const stored = await server.db.query<{ key: string }>('select key from unclaimed_keys');
    const sizes = await Promise.all(stored.map(({ key }) => server.services.storage.size(key)));
    return sizes.filter((size) => size !== undefined).length;
  };

  it('stores nothing of an interrupted upload', async () => {
    const before = await server.db.query('select id from files');
    const waiting = await unclaimed();
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    socket.write(
      `POST /api/files HTTP/1.1\r\nhost: x\r\njwt: ${clerk.token}\r\nprojectid: ${project}\r\n` +
        'content-type: multipart/form-data; boundary=b\r\ncontent-length: 9000000\r\n\r\n' +
        '--b\r\ncontent-disposition: form-data; name="file"; filename="f.bin"\r\n\r\n',
    );
    socket.write(Buffer.alloc(2 * MB));
    await expect.poll(unclaimed, { timeout: 10_000 }).toBe(waiting + 1);
    socket.destroy();
    await expect.poll(unclaimed, { timeout: 10_000 }).toBe(waiting);
    expect(await server.db.query('select id from files')).toHaveLength(before.length);
  });

  it('previews a photo upright, and the first page of a document', async () => {
    // 60 × 30, its left half red; orientation 6 rotates a quarter clockwise, so that red is at the top.
    const red = { create: { width: 30, height: 30, channels: 3 as const, background: '#ff0000' } };
    const photo = await sharp({ create: { ...red.create, width: 60, background: '#0000ff' } })
      .composite([{ input: red, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer();
    const colours = async (file: FileRecord, size: number) => {
      const { rawPayload, headers } = await download(
        server,
        reader,
        `/files/preview?id=${file.id}&size=${size}`,
      );
      expect(headers['content-type']).toBe('image/webp');
      const { data, info } = await sharp(rawPayload)
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const at = (x: number, y: number) => {
        const from = (y * info.width + x) * 3;
        return [...data.subarray(from, from + 3)]
          .map((value) => (value > 200 ? 1 : value < 60 ? 0 : 0.5))
          .join('');
      };
      return [info.width, info.height, at(2, 2), at(info.width - 3, info.height - 3)];
    };
    const file = await attach('photo.jpg', photo, { geometryid: parcel.id });
    expect(file).toMatchObject({ mediaType: 'image/jpeg', preview: true });
    expect(file.photo).toMatchObject({ width: 60, height: 30, orientation: 6 });
    expect(await colours(file, 256)).toEqual([30, 60, '100', '001']);
    expect(await colours(file, 256)).toEqual([30, 60, '100', '001']);
    const document = await attach('plan.pdf', smallPdf());
    expect(document).toMatchObject({ mediaType: 'application/pdf', preview: true });
    expect(await colours(document, 512)).toEqual([512, 256, '100', '111']);
  });

  it('says why there is no preview', async () => {
    const text = await attach('words.txt', 'only words');
    const broken = await attach('broken.png', pngClaiming(90, 90));
    const notPdf = await attach('broken.pdf', '%PDF-1.7\nnothing more');
    // 60,000 × 60,000 pixels in 200 bytes.
    const bomb = await attach('bomb.png', pngClaiming(60_000, 60_000));
    const notHeic = await attach('broken.heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'));
    const answers = [text, broken, notPdf, bomb, notHeic].map((file) =>
      clerk.send<Problem>('GET', `/files/preview?id=${file.id}`),
    );
    const output = (await Promise.all(answers)).map(({ status, body }) => [
      status,
      body.detail.split(':')[0],
    ]);
    expect(output).toEqual([
      [422, 'Files of the type text/plain have no preview. Download the file instead.'],
      [422, 'broken.png has no preview'],
      [422, 'broken.pdf has no preview'],
      [422, 'bomb.png has no preview'],
      [422, 'broken.heic has no preview'],
    ]);
    expect((await clerk.send('GET', `/files/preview?id=${text.id}&size=300`)).status).toBe(400);
  });

  it('accepts several project documents at once, with names separated by semicolons', async () => {
    const documents = [
      { name: '1', content: 'one' },
      { name: '2', content: 'two' },
    ];
    const path = `/projects/files/${project}`;
    const made = must(
      await upload<FileRecord[]>(server, clerk, path, documents, { names: 'Relazione.txt;Capitolato.txt' }),
      201,
    );
    expect(made.map(({ name, bytes, geometryId }) => [name, bytes, geometryId])).toEqual([
      ['Relazione.txt', 3, null],
      ['Capitolato.txt', 3, null],
    ]);
    const listed = await reader.send<FileRecord[]>('GET', `${path}?search=capit`);
    expect(listed.body.map(({ name }) => name)).toEqual(['Capitolato.txt']);
    const uneven = await upload<Problem>(server, clerk, path, documents, { names: 'one' });
    expect([uneven.status, uneven.body.detail]).toEqual([
      422,
      'There are 1 names for 2 files. Give one name for each, separated by semicolons.',
    ]);
    expect((await outsider.send('GET', path)).status).toBe(404);
  });

  it('hides the files of a deleted object, shows them when it is restored, and deletes them after 30 days', async () => {
    const object = await makeObject(place.surveyor, project);
    const file = await attach('of-object.txt', 'x', { geometryid: object.id });
    const seen = async () => (await clerk.send('GET', `/files/file/${file.id}`)).status;
    const version = { 'if-match': `"${object.metadata.version}"` };
    must(await place.surveyor.send('DELETE', `/geometries/${object.id}`, undefined, version), 204);
    expect(await seen()).toBe(404);
    await sweepFiles(server.db, server.services.storage);
    must(await place.surveyor.send('POST', `/geometries/undo/${object.id}`), 200);
    expect(await seen()).toBe(200);
    await sweepFiles(server.db, server.services.storage);
    const [back] = await server.db.query<{ at: string | null }>(
      'select orphaned_at as at from files where id = $1',
      [file.id],
    );
    expect(back!.at).toBeNull();
    await server.db.query('delete from geometries where id = $1', [object.id]);
    await sweepFiles(server.db, server.services.storage);
    await server.db.query(`update files set orphaned_at = now() - interval '31 days' where id = $1`, [
      file.id,
    ]);
    await sweepFiles(server.db, server.services.storage);
    expect(await server.db.query('select 1 from files where id = $1', [file.id])).toEqual([]);
  });

  it('deletes contents and previews of a deleted project from the storage a day later', async () => {
    const made = await server.project(place.admin, 'Short-lived', [clerk]);
    const headers = { projectid: made.id };
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const sent = await upload<FileRecord>(
      server,
      clerk,
      '/files',
      { name: 'a.png', content: picture },
      {},
      headers,
    );
    const { id } = must(sent, 201);
    must(await clerk.send('GET', `/files/preview?id=${id}`), 200);
    const [row] = await server.db.query<{ key: string }>('select key from file_versions where file_id = $1', [
      id,
    ]);
    must(await place.admin.send('DELETE', `/projects/${made.id}`, undefined, { 'if-match': '"1"' }), 204);
    const { storage } = server.services;
    await sweepFiles(server.db, storage);
    expect(await storage.size(row!.key)).toBe(picture.length);
    await server.db.query(`update unclaimed_keys set since = since - interval '25 hours' where key = $1`, [
      row!.key,
    ]);
    await sweepFiles(server.db, storage);
    expect([await storage.size(row!.key), await storage.size(`${row!.key}.512.webp`)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('reports when the storage is down, and works again when it is back', async () => {
    if (!s3) return;
    const file = await attach('kept.txt', 'kept');
    const count = async () => (await server.db.query('select 1 from files')).length;
    const before = await count();
    await s3.stop();
    const refused = await problem('meanwhile');
    expect([refused.status, refused.body.type, refused.headers['retry-after']]).toEqual([
      503,
      'urn:groma:problem:storage.unavailable',
      '5',
    ]);
    expect((await clerk.send('GET', `/files/file/${file.id}`)).status).toBe(503);
    expect(await count()).toBe(before);
    await s3.start();
    expect((await download(server, clerk, `/files/file/${file.id}`)).body).toBe('kept');
    await attach('after.txt', 'x');
  });
});

const PNG_MARK = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

/** A PNG header that claims this size. */
function pngClaiming(width: number, height: number): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([PNG_MARK, size, Buffer.from('0802000000', 'hex'), Buffer.alloc(180)]);
}
