import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layerOfTileset, type Problem, type Tileset } from '#core/protocol';
import { serve, type HttpServer, type Reply } from '../../../tests/http-server.ts';
import { download, upload } from '../../testing/sending.ts';
import { zip, type ZipEntry } from '../../testing/zip.ts';
import { openJobs } from '../../app/job-kinds.ts';
import { made, uploadJob } from '../../testing/upload-job.ts';
import { hostOf } from '../../platform/outgoing/fetch.ts';
import { oneEngine } from '../../testing/databases.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';
import { smallTileset } from '../../testing/tileset.ts';

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const json = (value: unknown) => Buffer.from(JSON.stringify(value));

describe.each(oneEngine)('3D Tiles, %s', (engine) => {
  let server: TestServer;
  let admin: TestPerson;
  let surveyor: TestPerson;
  let projectId: string;

  beforeAll(async () => {
    server = await startTestServer({ engine, jobs: openJobs });
    admin = await server.admin();
    surveyor = await server.person(admin, 'Sandra', ['geometries.read', 'files.write']);
    projectId = (await server.project(admin, 'City', [surveyor])).id;
  });
  afterAll(() => server.close());

  const inProject = () => ({ projectid: projectId });
  const send = (archive: readonly ZipEntry[] | Buffer, fields?: Record<string, string>) => {
    const file = { name: 'city.zip', content: Buffer.isBuffer(archive) ? archive : zip(archive) };
    return uploadJob<Tileset>(server, surveyor, '/tilesets', projectId, file, fields);
  };
  const make = (entries: readonly ZipEntry[], fields?: Record<string, string>) => made(send(entries, fields));
  const errorOf = async (archive: readonly ZipEntry[] | Buffer) => (await send(archive)).error;
  const list = async (by = surveyor) =>
    (await by.send<Tileset[]>('GET', '/tilesets', undefined, inProject())).body;
  const file = (id: string, path: string, headers?: Record<string, string>) =>
    download(server, surveyor, `/tilesets/${id}/files/${path}`, headers);
  const change = (id: string, version: number, body: unknown) =>
    surveyor.send<Tileset>('PUT', `/tilesets/${id}`, body, { 'if-match': `"${version}"` });

  it.each(['1.0', '1.1'] as const)(
    'of version %s is answered file by file, packed or not',
    async (edition) => {
      const entries = smallTileset(edition).map((entry, i) => ({ ...entry, stored: i === 1 }));
      const made = await make(entries, { name: 'Rome' });
      expect(made).toMatchObject({
        name: 'Rome',
        fileName: 'city.zip',
        edition,
        root: 'tileset.json',
        address: null,
      });
      for (const { name, content } of entries) {
        const answer = await file(made.id, name);
        expect([answer.statusCode, hashOf(answer.rawPayload)]).toEqual([200, hashOf(content)]);
        expect(answer.headers['content-length']).toBe(String(content.length));
        expect(answer.headers['cache-control']).toContain('immutable');
        expect(answer.headers['content-security-policy']).toContain('sandbox');
        const again = await file(made.id, name, { 'if-none-match': answer.headers.etag! });
        expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
      }
      for (const wrong of ['tiles', 'none.b3dm', '../tileset.json', '%2e%2e/tileset.json', 'tiles//fine.glb'])
        expect((await file(made.id, wrong)).statusCode).toBe(404);
    },
  );

  it('may be in a single folder with other files, which are never sent', async () => {
    const page = { name: 'set/page.html', content: Buffer.from('<script>alert(1)</script>') };
    const made = await make([...smallTileset('1.1', { folder: 'set/' }), page]);
    expect([made.root, made.name]).toEqual(['set/tileset.json', 'city']);
    expect((await file(made.id, 'set/tiles/fine.glb')).statusCode).toBe(200);
    expect((await file(made.id, 'set/page.html')).statusCode).toBe(404);
  });

  it('may contain gzipped files, which browsers unpack', async () => {
    const entries = smallTileset('1.1').map(({ name, content }) => ({
      name,
      content: gzipSync(content),
      stored: true,
    }));
    const made = await make(entries);
    const answer = await file(made.id, 'coarse.glb');
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(hashOf(answer.rawPayload)).toBe(hashOf(entries[1]!.content));
  });

  it('is placed, tinted, clipped and hidden with its current version', async () => {
    const made = await make(smallTileset('1.1'));
    const defaultOrder = { place: null, tint: null, opacity: 1, clip: null, visible: true };
    expect(made).toMatchObject({ ...defaultOrder, version: 1 });
    const place = { longitude: 12.5, latitude: 41.9, height: 60.5, heading: 90, scale: 2 };
    const clip = {
      keep: 'inside',
      ring: [
        [12, 41],
        [13, 41],
        [13, 42],
      ],
    };
    const placed = must(await change(made.id, 1, { place, clip, tint: '#aa3300', opacity: 0.5 }), 200);
    expect(placed).toMatchObject({ place, clip, tint: '#aa3300', opacity: 0.5, visible: true, version: 2 });
    expect((await change(made.id, 1, { visible: false })).status).toBe(412);
    const hidden = must(await change(made.id, 2, { visible: false, place: null, name: 'North' }), 200);
    expect(hidden).toMatchObject({ visible: false, place: null, clip, name: 'North', version: 3 });
    expect(must(await surveyor.send<Tileset>('GET', `/tilesets/${made.id}`), 200)).toEqual(hidden);
    for (const wrong of [
      { opacity: 0 },
      { tint: 'red' },
      { place: { ...place, latitude: 91 } },
      {
        clip: {
          keep: 'inside',
          ring: [
            [12, 41],
            [13, 41],
          ],
        },
      },
    ])
      expect((await change(made.id, 3, wrong)).status).toBe(400);
  });

  it('is deleted with its files, and its archive is released', async () => {
    const made = await make(smallTileset('1.0'));
    const rows = () => server.db.query('select 1 from tileset_files where tileset_id = $1', [made.id]);
    const given = () => server.db.query('select 1 from unclaimed_keys');
    expect(await rows()).toHaveLength(3);
    const before = (await given()).length;
    const gone = await surveyor.send('DELETE', `/tilesets/${made.id}`, undefined, { 'if-match': '"1"' });
    expect(gone.status).toBe(204);
    expect([(await rows()).length, (await given()).length]).toEqual([0, before + 1]);
    expect((await file(made.id, 'tileset.json')).statusCode).toBe(404);
  });

  it('is a layer of its own: people blocked from it see the others', async () => {
    const [shut, open] = [await make(smallTileset('1.0')), await make(smallTileset('1.0'))];
    const blockedLayers = [layerOfTileset(shut.id)];
    const guest = await server.person(admin, 'Gino', ['geometries.read'], { blockedLayers });
    const userIds = [admin.id, surveyor.id, guest.id];
    must(await admin.send('PUT', `/projects/${projectId}/members`, { userIds }), 204);
    const seen = (await list(guest)).map(({ id }) => id);
    expect(seen).toContain(open.id);
    expect(seen).not.toContain(shut.id);
    const everywhere = async (person: TestPerson) =>
      must(await person.send<Tileset[]>('GET', '/tilesets'), 200).map(({ id }) => id);
    expect(await everywhere(guest)).toEqual(seen);
    expect(await everywhere(surveyor)).toContain(shut.id);
    expect(await everywhere(await server.person(admin, 'Nora', ['geometries.read']))).toEqual([]);
    for (const path of [`/tilesets/${shut.id}`, `/tilesets/${shut.id}/files/tileset.json`])
      expect((await guest.send('GET', path)).status).toBe(404);
  });

  describe('that is invalid is refused with a message:', () => {
    const good = smallTileset('1.1');
    const tree = (over: object) => ({
      name: 'tileset.json',
      content: json({ asset: { version: '1.1' }, geometricError: 1, root: { geometricError: 0 }, ...over }),
    });
    const naming = (uri: string) => [tree({ root: { content: { uri } } }), ...good.slice(1)];
    const whole = zip(good);
    const cases: [string, readonly ZipEntry[] | Buffer, RegExp][] = [
      ['no tileset.json', good.slice(1), /no tileset\.json at the top/],
      ['one too deep', smallTileset('1.1', { folder: 'a/b/' }), /no tileset\.json at the top/],
      [
        'two of them',
        [...smallTileset('1.1', { folder: 'a/' }), ...smallTileset('1.0', { folder: 'b/' })],
        /2 folders/,
      ],
      [
        'another version',
        [tree({ asset: { version: '2.0' } })],
        /3D Tiles 2\.0\. Supported are 1\.0 and 1\.1/,
      ],
      ['no JSON', [{ name: 'tileset.json', content: Buffer.from('{"asset":') }], /is not a 3D Tiles tileset/],
      ['a list for JSON', [{ name: 'tileset.json', content: json([1]) }], /is not a 3D Tiles tileset/],
      ['a tile that is not there', good.slice(0, 2), /refers to the tile tiles\/fine\.glb, which is missing/],
      ['a tile of another kind', naming('page.html'), /refers to page\.html as a tile/],
      ['a tile on another server', naming('https://evil.example/a.glb'), /outside the tileset \(https/],
      ['a tile above the archive', naming('tiles/../../secret.glb'), /outside the tileset/],
      ['a tile above it, encoded', naming('%2e%2e/secret.glb'), /outside the tileset/],
      [
        'a path that leads out',
        [...good, { name: '../../etc/passwd.json', content: json({}) }],
        /absolute or parent path/,
      ],
      [
        'an absolute path',
        [...good, { name: '/etc/passwd.json', content: json({}) }],
        /absolute or parent path/,
      ],
      ['a password', good.map((entry) => ({ ...entry, encrypted: true })), /password-protected/],
      [
        'a bomb',
        [...good, { name: 'zeros.bin', content: Buffer.alloc(120_000_000) }],
        /several hundred times/,
      ],
      [
        'sizes of 2^31',
        [...good.slice(0, 2), { ...good[2]!, claimedSize: 2 ** 31 }],
        /several hundred|more than 256 MB/,
      ],
      [
        'a size that is not true',
        [...good.slice(0, 2), { ...good[2]!, claimedSize: 10 }],
        /fine\.glb .*damaged/,
      ],
      ['an end cut off', whole.subarray(0, whole.length - 30), /not a zip archive, or it is truncated/],
      ['bytes changed within', flipped(whole, whole.indexOf('coarse.glb') + 30), /coarse\.glb .*damaged/],
    ];
    it.each(cases)('%s', async (_what, archive, sentence) => {
      const before = (await server.db.query('select 1 from tilesets')).length;
      expect(await errorOf(archive)).toMatch(sentence);
      expect(await server.db.query('select 1 from tilesets')).toHaveLength(before);
    });

    it('something that is not an archive, before it is received', async () => {
      const sent = await upload<Problem>(
        server,
        surveyor,
        '/tilesets',
        { name: 'a.zip', content: 'hello' },
        {},
        inProject(),
      );
      expect([sent.status, sent.body.detail]).toEqual([
        422,
        expect.stringMatching(/^a\.zip is not a zip archive/),
      ]);
    });
  });

  describe('on another server', () => {
    let remote: HttpServer;
    let reply: (path: string, headers: Record<string, unknown>) => Reply;
    const files = new Map(smallTileset('1.1').map(({ name, content }) => [`/city/${name}`, content]));

    beforeAll(async () => {
      remote = await serve(({ path, headers }) => reply(path, headers));
      // Requests to this machine are blocked; the test allows its own host.
      const { outgoing } = server.services;
      const internal = [hostOf(remote.url)];
      server.services.outgoing = {
        ...outgoing,
        fetch: (address, options) => outgoing.fetch(address, { ...options, internal }),
      };
    });
    afterAll(() => remote.close());

    const add = (address: string) =>
      surveyor.send<Tileset & Problem>('POST', '/tilesets/address', { address }, inProject());

    it('is fetched by the server, only below its URL, with its key, and once while unchanged', async () => {
      reply = (path, headers) => {
        const [name = ''] = path.split('?');
        const body = files.get(name);
        if (!path.endsWith('?key=secret') || !body) return { status: 404 };
        const etag = `"${hashOf(body)}"`;
        return headers['if-none-match'] === etag
          ? { status: 304, headers: { etag } }
          : { body, headers: { etag } };
      };
      const made = must(await add(`${remote.url}/city/tileset.json?key=secret`), 201);
      expect(made).toMatchObject({
        name: 'city',
        root: 'tileset.json',
        edition: '1.1',
        bytes: 0,
        fileName: null,
      });
      expect(made.address).toBe(`${remote.url}/city/tileset.json`);
      const answer = await file(made.id, 'tiles/fine.glb');
      expect([answer.statusCode, hashOf(answer.rawPayload)]).toEqual([
        200,
        hashOf(files.get('/city/tiles/fine.glb')!),
      ]);
      expect(answer.headers['content-type']).toBe('model/gltf-binary');
      const again = await file(made.id, 'tiles/fine.glb', { 'if-none-match': answer.headers.etag! });
      expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
      remote.requests.length = 0;
      for (const wrong of ['%2e%2e/secret.json', '..%2fsecret.json', 'page.html', 'tiles/none.glb'])
        expect((await file(made.id, wrong)).statusCode).toBe(404);
      expect(remote.requests.map(({ path }) => path)).toEqual(['/city/tiles/none.glb?key=secret']);
    });

    it.each([
      ['http://10.0.0.1/tileset.json', 422, /10\.0\.0\.1/],
      ['file:///etc/tileset.json', 422, /address/i],
      ['nonsense', 422, /nonsense/],
      ['REMOTE/city/', 422, /is not a 3D Tiles tileset/],
      ['REMOTE/away/tileset.json', 502, /responded with status 404/],
      ['REMOTE/list/tileset.json', 422, /is not a 3D Tiles tileset/],
      ['REMOTE/old/tileset.json', 422, /3D Tiles 0\.0/],
      ['REMOTE/out/tileset.json', 422, /outside the tileset/],
    ])('is refused at %s', async (address, status, sentence) => {
      const trees: Record<string, unknown> = {
        '/list/tileset.json': [],
        '/old/tileset.json': { asset: { version: '0.0' }, root: {} },
        '/out/tileset.json': { asset: { version: '1.1' }, root: { content: { uri: '../a.glb' } } },
      };
      reply = (path) => (trees[path] ? { json: trees[path] } : { status: 404 });
      const answer = await add(address.replace('REMOTE', remote.url));
      expect([answer.status, answer.body.detail]).toEqual([status, expect.stringMatching(sentence)]);
    });
  });
});

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at]! ^= 0xff;
  return changed;
}
