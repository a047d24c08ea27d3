import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry, InstalledPlugin, PluginRun, Problem, Project } from '#core/protocol';
import { serve, type HttpServer } from '../../../../tests/http-server.ts';
import { hostOf } from '../../../platform/outgoing/fetch.ts';
import { engines, oneEngine } from '../../../testing/databases.ts';
import { newSigningKey, packageFiles, signed, zipped } from '../../../testing/plugin-package.ts';
import { upload } from '../../../testing/sending.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../../testing/server.ts';

const KEY = newSigningKey();
const title = { en: 'Job', it: 'Lavoro' };
/** What groma-jobs.ts makes of a call. */
const ASK = 'const ask = async (name, values) => JSON.parse(await __ask(name, JSON.stringify(values)));';
const CODE = `${ASK}
globalThis.__jobs = {
  count: async (event) => {
    const objects = await ask('objects.list', { typeName: 'well' });
    await ask('log', { text: 'found ' + objects.length });
    await ask('store.set', { place: 'project', name: 'count', value: { found: objects.length, reason: event.reason } });
    return { found: objects.length, changed: event.changed?.length ?? 0, input: event.input };
  },
  hourly: async () => { await ask('store.set', { place: 'organization', name: 'beat', value: 1 }); },
  reach: async () => [typeof fetch, typeof require, typeof process, typeof WebAssembly, typeof setTimeout, typeof XMLHttpRequest],
  escape: () => [].constructor.constructor('return typeof process + typeof require')(),
  loop: () => { for (;;); },
  fill: () => { const all = []; for (;;) all.push(new Array(10000).fill(1)); },
  recurse: () => { const f = () => f() + 1; return f(); },
  calls: async () => {
    const tried = [];
    for (const [name, values] of [
      ['objects.list', { typeName: 'secret' }],
      ['__proto__', {}],
      ['fetch', { url: 'http://elsewhere.test/' }],
      ['fetch', { url: 'REMOTE' }],
    ]) tried.push(await ask(name, values).then(({ body }) => body, (error) => error.message));
    return tried;
  },
  flood: async () => { for (let n = 0; n < 2000; n++) await ask('store.list', { place: 'organization' }); },
  large: () => 'x'.repeat(100000),
};`;
const NAMES = ['count', 'hourly', 'reach', 'escape', 'loop', 'fill', 'recurse', 'calls', 'flood', 'large'];

describe.each(engines)('what plugins do on the server, on the %s engine', (engine) => {
  let server: TestServer;
  let admin: TestPerson;
  let project: Project;
  let remote: HttpServer;
  let plugin: InstalledPlugin;
  const pluginHosts: string[] = [];
  beforeAll(async () => {
    remote = await serve(() => ({ status: 200, headers: { 'content-type': 'text/plain' }, body: 'stock 7' }));
    pluginHosts.push(hostOf(remote.url));
    server = await startTestServer({ engine, config: { pluginHosts } });
    admin = await server.admin();
    for (const name of ['well', 'secret'])
      must(await admin.send('POST', '/attributes', { name, title: { en: name, it: name } }), 201);
    project = await server.project(admin, 'Wells', []);
    must(await admin.send('POST', '/plugin-keys', { name: 'Acme', publicKey: KEY.publicKey }), 201);
    plugin = await install();
  });
  afterAll(async () => {
    await remote.close();
    await server.close();
  });

  const send = async (manifest: object, jobs?: string) =>
    upload<InstalledPlugin & Problem>(server, admin, '/plugins', {
      name: 'a.zip',
      content: await zipped(signed(packageFiles(manifest, '// None.\n', jobs), KEY)),
    });
  async function install(): Promise<InstalledPlugin> {
    const permissions = ['jobs', 'store', 'objects.read:well', `net:${hostOf(remote.url)}`];
    const jobs = NAMES.map((id) => ({
      id,
      title,
      ...(id === 'count' && { on: ['geometries'] }),
      ...(id === 'hourly' && { every: 60 }),
    }));
    const made = must(await send({ permissions, jobs }, CODE.replace('REMOTE', remote.url)), 201);
    const body = { versionId: made.versions[0]!.id, granted: permissions, enabled: true };
    const tag = { 'if-match': `"${made.version}"` };
    return must(await admin.send<InstalledPlugin>('PUT', `/plugins/${made.id}`, body, tag), 200);
  }
  const runs = async () => must(await admin.send<PluginRun[]>('GET', `/plugins/${plugin.id}/runs`), 200);
  /** Runs a job to its end. */
  async function run(job: string, input?: unknown, as = admin): Promise<PluginRun> {
    const headers = { projectid: project.id };
    const { id } = must(
      await as.send<{ id: string }>('POST', `/plugins/${plugin.id}/jobs/${job}`, { input }, headers),
      202,
    );
    const read = async () => must(await as.send<PluginRun>('GET', `/plugins/${plugin.id}/runs/${id}`), 200);
    await expect.poll(async () => (await read()).endedAt, { timeout: 90_000 }).not.toBeNull();
    return read();
  }

  it('reads and stores by the rights of a person, and answers who has started it', async () => {
    const done = await run('count', 'by hand');
    expect(done).toMatchObject({ state: 'done', result: { found: 0, input: 'by hand' }, log: 'found 0' });
    expect(done.version).toBe('1.0.0');
    // Who has started it is told.
    const told = await server.db.query(
      `select user_id = $1 as "isHers", payload::jsonb as payload from events where kind = 'pluginRun'`,
      [admin.login.userId],
    );
    expect(told).toContainEqual({ isHers: true, payload: { id: done.id, plugin: plugin.id } });
    const stored = must(
      await admin.send<{ value: unknown }>('GET', `/plugins/${plugin.id}/documents/count`, undefined, {
        projectid: project.id,
      }),
      200,
    );
    expect(stored.value).toEqual({ found: 0, reason: 'call' });
  });

  it('begins with an event, several changes at once being one run, and with the turn of its schedule', async () => {
    const changes = [1, 2, 3].map((n) => ({
      clientId: crypto.randomUUID(),
      typeName: 'well',
      location: { type: 'Point', coordinates: [12, 41 + n / 100] },
      properties: {},
    }));
    for (const change of changes)
      must(await admin.send('POST', '/geometries/autosave', [change], { projectid: project.id }), 200);
    const ofEvents = async () => (await runs()).filter(({ reason }) => reason === 'event');
    await expect
      .poll(async () => (await ofEvents()).map(({ state }) => state), { timeout: 60_000 })
      .toEqual(['done']);
    expect((await ofEvents())[0]!.result).toMatchObject({ found: 3 });
    await expect
      .poll(async () => (await runs()).filter(({ job }) => job === 'hourly').map(({ state }) => state), {
        timeout: 90_000,
      })
      .toEqual(['done']);
  });

  // Their sandbox is the same on both engines: those that use a processor for seconds run on one.
  const isLong = (job: string) => ['loop', 'fill', 'flood'].includes(job);
  const cases: [string, object][] = [
    [
      'reach',
      {
        state: 'done',
        result: ['undefined', 'undefined', 'undefined', 'undefined', 'undefined', 'undefined'],
      },
    ],
    ['escape', { state: 'done', result: 'undefinedundefined' }],
    ['loop', { state: 'failed', problem: expect.stringContaining('five seconds') }],
    ['fill', { state: 'failed', problem: expect.stringMatching(/32 MB|out of memory|five seconds/) }],
    ['recurse', { state: 'failed', problem: expect.stringContaining('has failed') }],
    ['flood', { state: 'failed', problem: expect.stringContaining('at most 1000 calls') }],
    ['large', { state: 'failed', problem: expect.stringContaining('64 kB') }],
  ];
  const tried = cases.filter(([job]) => oneEngine.includes(engine) || !isLong(job));
  it.each(tried)('is ended alone or reaches nothing: %s', async (job, outcome) => {
    expect(await run(job)).toMatchObject(outcome);
  });

  it('asks for nothing that was not granted to it', async () => {
    const { result } = await run('calls');
    expect(result).toEqual([
      expect.stringContaining('objects.read:secret'),
      expect.stringContaining('There is no call __proto__'),
      expect.stringContaining('net:elsewhere.test'),
      'stock 7',
    ]);
  });

  it('tells the administrator of what has failed, until it succeeds', async () => {
    const [listed] = must(await admin.send<InstalledPlugin[]>('GET', '/plugins/installed'), 200);
    expect(listed!.failingJob).toBe('large');
    const failed = must(await admin.send<AuditEntry[]>('GET', '/audit?paginate=200'), 200).filter(
      ({ kind }) => kind === 'plugin.job-failed',
    );
    expect(failed.length).toBeGreaterThanOrEqual(tried.filter(([, outcome]) => 'problem' in outcome).length);
  });

  it('does no more where the permission is gone, and packages of one part are refused', async () => {
    const broken = await send({ id: 'acme-broken', permissions: ['jobs'], jobs: [{ id: 'a', title }] });
    expect([broken.status, broken.body.detail]).toEqual([422, expect.stringContaining('belong together')]);
    const alone = await send({ id: 'acme-broken' }, CODE);
    expect(alone.status).toBe(422);
    const { version, versions } = must(
      await admin.send<InstalledPlugin>('GET', `/plugins/${plugin.id}`),
      200,
    );
    const body = { versionId: versions[0]!.id, granted: ['store'], enabled: true };
    must(await admin.send('PUT', `/plugins/${plugin.id}`, body, { 'if-match': `"${version}"` }), 200);
    expect((await admin.send('POST', `/plugins/${plugin.id}/jobs/count`, {})).status).toBe(403);
  });
});
