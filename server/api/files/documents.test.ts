import { buffer } from 'node:stream/consumers';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import * as yauzl from 'yauzl';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  AnswerOf,
  DocumentFolder,
  FileRecord,
  FolderTemplate,
  FoundFile,
  GeometryObject,
  listFileVersions,
  Notification,
  Problem,
} from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { download, textPdf, upload } from '../../testing/sending.ts';
import { must, type TestPerson, type TestServer } from '../../testing/server.ts';
import { makeObject, openWorkplace, type Workplace } from '../../testing/workplace.ts';
import { pathsOf } from './archive.ts';
import { notifyExpiry } from './notify-expiry.ts';

describe.each(engines)('documents, on the %s engine', (engine) => {
  let place: Workplace;
  let server: TestServer;
  let clerk: TestPerson;
  let reader: TestPerson;
  let project: string;
  let parcel: GeometryObject;
  let secret: GeometryObject;

  beforeAll(async () => {
    place = await openWorkplace(engine);
    ({ server } = place);
    clerk = await server.person(place.admin, 'Clerk', ['geometries.read', 'files.write']);
    reader = await server.person(place.admin, 'Reader', ['geometries.read']);
    project = (await server.project(place.admin, 'Archive', [place.surveyor, clerk, reader])).id;
    parcel = await makeObject(place.surveyor, project);
    secret = await makeObject(place.surveyor, project, { typeName: 'secret' });
    const user = must(await place.admin.send<{ version: number }>('GET', `/users/${reader.id}`), 200);
    must(await place.admin.send('PUT', `/users/${reader.id}`, { blockedLayers: ['secret'] }, tag(user)), 200);
  });
  afterAll(() => place.close());

  const tag = ({ version }: { version: number }) => ({ 'if-match': `"${version}"` });
  const attach = async (name: string, content: Buffer | string, fields: Record<string, string> = {}) =>
    must(
      await upload<FileRecord>(server, clerk, '/files', { name, content }, fields, { projectid: project }),
      201,
    );
  const change = (file: FileRecord, body: object) =>
    clerk.send<FileRecord & Problem>('PUT', `/files?id=${file.id}`, body, tag(file));
  const listed = async (query: string) =>
    (await reader.send<FileRecord[]>('GET', `/files?${query}`, undefined, { projectid: project })).body.map(
      ({ name }) => name,
    );

  it('that expire are told once to those who may change and see them', async () => {
    const inbox = async (person: TestPerson) =>
      must(await person.send<Notification[]>('GET', '/notifications'), 200).filter(
        ({ kind }) => kind === 'message',
      );
    const blocked = await server.person(place.admin, 'Bianca', ['geometries.read', 'files.write'], {
      blockedLayers: ['secret'],
    });
    const { id } = await server.project(place.admin, 'Permits', [clerk, blocked, reader, place.surveyor]);
    const hidden = await makeObject(place.surveyor, id, { typeName: 'secret' });
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const add = async (name: string, days: number, fields: Record<string, string> = {}) =>
      must(
        await upload<FileRecord>(
          server,
          clerk,
          '/files',
          { name, content: 'x' },
          { expiresOn: inDays(days), ...fields },
          { projectid: id },
        ),
        201,
      );
    await add('late.txt', 90);
    await add('hidden.txt', 5, { geometryid: hidden.id });
    const soon = await add('soon.txt', 20);
    await notifyExpiry(server.services);
    await notifyExpiry(server.services);
    const [told, ...others] = await inbox(clerk);
    expect([told!.subject, others]).toEqual(['Documents of Permits expire', []]);
    expect(told!.text).toMatch(/– hidden\.txt: valid until .*\n– soon\.txt: valid until /);
    expect(told!.text).not.toContain('late');
    const [less] = await inbox(blocked);
    expect(less!.text).toContain('soon.txt');
    expect(less!.text).not.toContain('hidden');
    expect(await inbox(reader)).toEqual([]);
    // A new expiry is another one to be told of.
    must(await change(soon, { expiresOn: inDays(25) }), 200);
    await notifyExpiry(server.services);
    expect(await inbox(clerk)).toHaveLength(2);
  });

  it('are filed in folders, tagged, given an expiry and another object', async () => {
    const file = await attach('permit.txt', 'x', {
      folder: '/Pratiche/ 2026 /',
      tags: 'Comune;  urgent ;Comune',
      expiresOn: '2026-12-31',
    });
    expect(file).toMatchObject({
      folder: 'Pratiche/2026',
      tags: ['Comune', 'urgent'],
      expiresOn: '2026-12-31',
    });
    const moved = must(
      await change(file, { folder: '', tags: 'Comune', expiresOn: '2027-01-31', geometryid: parcel.id }),
      200,
    );
    expect(moved).toMatchObject({
      folder: '',
      tags: ['Comune'],
      expiresOn: '2027-01-31',
      geometryId: parcel.id,
    });
    expect(await listed(`tag=Comune&geometryid=${parcel.id}`)).toEqual(['permit.txt']);
    expect(await listed('tag=urgent')).toEqual([]);
    const freed = must(await change(moved, { expiresOn: null, geometryid: null }), 200);
    expect([freed.expiresOn, freed.geometryId, freed.tags]).toEqual([null, null, ['Comune']]);
    const refused = [
      await change(freed, { geometryid: crypto.randomUUID() }),
      await change(freed, { surveyid: crypto.randomUUID() }),
      await change(freed, { folder: 'a/b/c/d/e/f/g/h/i' }),
      await change(freed, { tags: 'x'.repeat(61) }),
      await change(freed, { expiresOn: '2027-02-30' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 422, 422, 400]);
    expect(refused[2]!.body.detail).toContain('is not a valid folder: at most 8 names that');
  });

  it('have folders that stay while they are empty, with counts of what a person may see, and templates of them', async () => {
    const path = `/projects/folders/${project}`;
    const change = (body: object, by = clerk) => by.send<DocumentFolder[] & Problem>('POST', path, body);
    must(await change({ add: ['Sheets', 'Permits / 2026', '10', '9'] }), 200);
    await attach('one.txt', 'x', { folder: 'Permits/2026' });
    await attach('hidden.txt', 'x', { folder: 'Secrets', geometryid: secret.id });
    const seen = (rows: DocumentFolder[]) =>
      rows.map(({ folder, count, kept }) => `${folder} ${count} ${kept}`);
    const shared = ['9 0 true', '10 0 true', 'Permits 1 false', 'Permits/2026 1 true'];
    expect(seen(must(await reader.send<DocumentFolder[]>('GET', path), 200))).toEqual([
      ...shared,
      'Sheets 0 true',
    ]);
    expect(seen(must(await clerk.send<DocumentFolder[]>('GET', path), 200))).toEqual([
      ...shared,
      'Secrets 1 false',
      'Sheets 0 true',
    ]);
    expect(await listed('folder=Permits')).toEqual(['one.txt']);
    expect(await listed('folder=Perm')).toEqual([]);
    // A folder that is given up stays as long as a file is in it.
    expect(seen(must(await change({ remove: ['Permits/2026', 'Sheets', '9', '10'] }), 200))).toEqual([
      'Permits 1 false',
      'Permits/2026 1 false',
      'Secrets 1 false',
    ]);
    expect((await change({ add: ['a/b/c/d/e/f/g/h/i'] })).status).toBe(422);
    expect((await change({ add: ['x'] }, reader)).status).toBe(403);
    const template = { name: 'Building site', folders: ['Permits', 'Sheets/Sections'] };
    const made = must(await clerk.send<FolderTemplate>('POST', '/folder-templates', template), 201);
    const again = await clerk.send<Problem>('POST', '/folder-templates', {
      ...template,
      name: 'building SITE',
    });
    expect([again.status, again.body.detail]).toEqual([
      409,
      'There is already a template of folders named “building SITE”. Choose another name.',
    ]);
    expect((await reader.send<FolderTemplate[]>('GET', '/folder-templates')).body).toEqual([made]);
    must(await clerk.send('DELETE', `/folder-templates/${made.id}`), 204);
    expect((await clerk.send('DELETE', `/folder-templates/${made.id}`)).status).toBe(404);
  });

  it('keep why a version was made, and restore an earlier one as the newest', async () => {
    const file = await attach('note.txt', 'first', { why: 'as received' });
    const put = await upload<FileRecord>(
      server,
      clerk,
      `/files?id=${file.id}`,
      { name: 'b.txt', content: 'second' },
      { why: 'corrected by the office' },
      tag(file),
      'PUT',
    );
    const second = must(put, 200);
    expect((await change(second, { restore: 7 })).status).toBe(404);
    const third = must(await change(second, { restore: 1, why: 'the correction was wrong' }), 200);
    expect((await download(server, reader, `/files/file/${file.id}`)).body).toBe('first');
    const versions = await reader.send<AnswerOf<typeof listFileVersions>>(
      'GET',
      `/files/versions/${file.id}`,
    );
    expect(versions.body.map(({ version, why, sha256 }) => [version, why, sha256 === file.sha256])).toEqual([
      [3, 'the correction was wrong', true],
      [2, 'corrected by the office', false],
      [1, 'as received', true],
    ]);
    // The bytes of both are one content, which goes with the file.
    must(await clerk.send('DELETE', `/files?id=${file.id}`, undefined, tag(third)), 204);
    expect(await server.db.query('select 1 from file_versions where file_id = $1', [file.id])).toEqual([]);
  });

  it('show each page, the text of PDFs and text files, and say where there is none', async () => {
    const file = await attach('report.pdf', textPdf(['Muri di sostegno', 'Second page']));
    const read = (id: string, by = reader) => by.send<{ text: string } & Problem>('GET', `/files/text/${id}`);
    expect((await read(file.id)).body).toMatchObject({
      text: 'Muri di sostegno\fSecond page',
      pages: 2,
      cut: false,
    });
    const page = async (n: number) => {
      const answer = await download(server, reader, `/files/preview?id=${file.id}&size=256&page=${n}`);
      return [answer.statusCode, answer.headers['content-type']];
    };
    expect([await page(1), await page(2), await page(2)]).toEqual(Array(3).fill([200, 'image/webp']));
    const beyond = await reader.send<Problem>('GET', `/files/preview?id=${file.id}&page=3`);
    expect([beyond.status, beyond.body.detail]).toEqual([422, 'report.pdf has no page 3 that can be drawn.']);
    const text = await attach('a.csv', 'a;b\n1,5;2');
    expect((await read(text.id)).body).toEqual({ text: 'a;b\n1,5;2', pages: null, cut: false });
    const long = await attach('long.txt', 'è'.repeat(200_001));
    expect((await read(long.id)).body).toMatchObject({ text: 'è'.repeat(200_000), cut: true });
    const words = '<w:document xmlns:w="w"><w:p><w:t>Perizia sugli argini</w:t></w:p></w:document>';
    const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
    const office = await attach(
      'perizia.docx',
      Buffer.from(
        zipSync({
          '[Content_Types].xml': strToU8(
            `<Types><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
          ),
          'word/document.xml': strToU8(words),
        }),
      ),
    );
    expect((await read(office.id)).body).toEqual({ text: 'Perizia sugli argini\n', pages: null, cut: false });
    const bytes = await attach('a.bin', Buffer.from([0, 1, 2]));
    const broken = await attach('broken.pdf', '%PDF-1.7\nnothing');
    expect((await read(bytes.id)).body.detail).toBe('a.bin has no text that can be read.');
    expect((await read(broken.id)).body.detail).toContain('The text of broken.pdf cannot be read');
  });

  it('are found by their words in Italian and English, names and tags; not by people who cannot see them', async () => {
    const search = async (text: string, by = reader) =>
      (
        await by.send<FoundFile[]>('GET', `/files/search?text=${encodeURIComponent(text)}`, undefined, {
          projectid: project,
        })
      ).body;
    await attach('verbale.pdf', textPdf(['I muri di contenimento della strada provinciale']), {
      tags: 'frana',
    });
    await attach('survey.txt', 'The retaining walls were surveyed twice.');
    await attach('hidden.txt', 'contenimento segreto', { geometryid: secret.id });
    const names = async (text: string, by = reader) => (await search(text, by)).map(({ name }) => name);
    await expect.poll(() => names('muro contenimento')).toEqual(['verbale.pdf']);
    await expect.poll(() => names('survey wall')).toEqual(['survey.txt']);
    expect(await names('contenim')).toEqual(['verbale.pdf']);
    expect(await names('frana')).toEqual(['verbale.pdf']);
    await expect.poll(() => names('contenimento', clerk)).toHaveLength(2);
    expect(await names("'); drop table files; --")).toEqual([]);
    expect(await names('100%')).toEqual([]);
    const [found] = await search('contenimento');
    expect(found!.excerpt).toContain('muri di contenimento');
    expect((await reader.send('GET', '/files/search?text=x', undefined, { projectid: project })).status).toBe(
      400,
    );
  });

  it('come together as a zip with a manifest, without those that the person may not see', async () => {
    const made = [
      await attach('plan.txt', 'one', { folder: 'Tavole' }),
      await attach('PLAN.txt', 'two', { folder: 'Tavole', tags: '=1+1' }),
      await attach('manifest.csv', 'three'),
      await attach('no.txt', 'x', { geometryid: secret.id }),
    ];
    const ids = made.map(({ id }) => id);
    const answer = await download(server, reader, '/files/archive', { projectid: project }, 'POST', { ids });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
    const entries = await unzip(answer.rawPayload);
    // Which of the two equal names is numbered is not said.
    expect([...entries.keys()].map((name) => name.toLowerCase()).sort()).toEqual([
      'manifest (2).csv',
      'manifest.csv',
      'tavole/plan (2).txt',
      'tavole/plan.txt',
    ]);
    expect([...entries.values()]).toEqual(expect.arrayContaining(['one', 'two', 'three']));
    const lines = entries.get('manifest.csv')!.replace('\ufeff', '').trim().split('\r\n');
    expect(lines[0]).toBe('path,version,bytes,sha256,type,changed,by,object,expires,tags');
    expect(lines).toHaveLength(4);
    expect(lines.find((line) => /^Tavole\/PLAN/.test(line))).toMatch(
      /,3,[0-9a-f]{64},text\/plain,.*,'=1\+1$/,
    );
    const none = await download(server, reader, '/files/archive', { projectid: project }, 'POST', {
      ids: [ids[3]!],
    });
    expect(none.statusCode).toBe(404);
  });

  it('are received resumably, and again when the request was refused', async () => {
    const content = Buffer.from('large '.repeat(1000));
    const begun = await server.app.inject({
      method: 'POST',
      url: '/api/uploads',
      headers: {
        jwt: clerk.token,
        projectid: project,
        kind: 'document',
        'tus-resumable': '1.0.0',
        'upload-length': String(content.length),
        'upload-metadata': `filename ${Buffer.from('large.txt').toString('base64')}`,
      },
    });
    expect(begun.statusCode).toBe(201);
    const uploadId = begun.headers.location!.split('/').pop()!;
    const sent = await server.app.inject({
      method: 'PATCH',
      url: `/api/uploads/${uploadId}`,
      headers: {
        jwt: clerk.token,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      payload: content,
    });
    expect(sent.statusCode).toBe(204);
    const refused = await clerk.send(
      'POST',
      '/files',
      { uploadId, folder: 'a/b/c/d/e/f/g/h/i' },
      { projectid: project },
    );
    expect(refused.status).toBe(422);
    const file = must(
      await clerk.send<FileRecord>(
        'POST',
        '/files',
        { uploadId, geometryid: parcel.id },
        { projectid: project },
      ),
      201,
    );
    expect(file).toMatchObject({ name: 'large.txt', bytes: content.length, geometryId: parcel.id });
    const unallowed = await server.app.inject({
      method: 'POST',
      url: '/api/uploads',
      headers: { jwt: reader.token, projectid: project, kind: 'document', 'upload-length': '9' },
    });
    expect(unallowed.statusCode).toBe(403);
  });

  it('run nothing: scripts in SVG, PDF and polyglots are bytes, and a bomb has no preview', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const script = '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>';
    const gif = await sharp({ create: { width: 3, height: 3, channels: 3, background: 'red' } })
      .gif()
      .toBuffer();
    const files = [
      await attach('a.svg', svg),
      await attach('a.png', svg),
      await attach('a.pdf', textPdf(['Clean'], script)),
      await attach('a.gif', Buffer.concat([gif, Buffer.from('*/=1;alert(1)//<script>alert(2)</script>')])),
      await attach('a.html', `%PDF-1.4\n<script>alert(1)</script>`),
    ];
    for (const file of files) {
      const { headers } = await download(server, reader, `/files/file/${file.id}`);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*sandbox$/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-type']).not.toMatch(/html|svg|xml|javascript/);
    }
    expect(files.map(({ mediaType }) => mediaType)[2]).toBe('application/pdf');
    const drawn = await download(server, reader, `/files/preview?id=${files[2]!.id}&size=256`);
    expect([drawn.statusCode, drawn.headers['content-type']]).toEqual([200, 'image/webp']);
    const gifPreview = await download(server, reader, `/files/preview?id=${files[3]!.id}&size=256`);
    expect((await sharp(gifPreview.rawPayload).metadata()).format).toBe('webp');
    expect(gifPreview.rawPayload.includes('alert')).toBe(false);
  });
});

describe('paths in an archive', () => {
  it('are unique on systems that ignore case', () => {
    const names = ['a.txt', 'A.txt', 'a', 'a', 'manifest.csv'];
    expect(pathsOf(names.map((name) => ({ folder: '', name })))).toEqual([
      'a.txt',
      'A (2).txt',
      'a',
      'a (2)',
      'manifest (2).csv',
    ]);
  });
});

async function unzip(content: Buffer): Promise<Map<string, string>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'files-'));
  const file = path.join(folder, 'a.zip');
  await writeFile(file, content);
  const zip = await yauzl.openPromise(file, { lazyEntries: true });
  const entries = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    entries.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString());
  await rm(folder, { recursive: true });
  return entries;
}
