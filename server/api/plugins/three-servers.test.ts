import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InstalledPlugin, OutsidePlugin, PluginRun, Project, Role, Webhook } from '#core/protocol';
import { hear, type Hearing } from '../../../tests/hearing.ts';
import { serve, type HttpServer } from '../../../tests/http-server.ts';
import { hostOf } from '../../platform/outgoing/fetch.ts';
import { engines } from '../../testing/databases.ts';
import { newSigningKey, packageFiles, signed, zipped } from '../../testing/plugin-package.ts';
import { startTestS3, type TestS3 } from '../../testing/s3.ts';
import { upload } from '../../testing/sending.ts';
import {
  must,
  startBeside,
  startTestServer,
  TestPerson,
  type Method,
  type TestServer,
} from '../../testing/server.ts';
import { isTooMany } from './request-limits.ts';

const KEY = newSigningKey();
const PERMISSIONS = ['jobs', 'store', 'objects.read:well'];
const title = { en: 'Job', it: 'Lavoro' };
const JOBS = `const ask = async (name, values) => JSON.parse(await __ask(name, JSON.stringify(values)));
globalThis.__jobs = {
  count: async () => {
    const before = (await ask('store.get', { place: 'project', name: 'times' })) ?? 0;
    await ask('store.set', { place: 'project', name: 'times', value: before + 1 });
  },
  hourly: async () => {
    const before = (await ask('store.get', { place: 'organization', name: 'turns' })) ?? 0;
    await ask('store.set', { place: 'organization', name: 'turns', value: before + 1 });
  },
};`;

describe.runIf(engines.includes('postgresql'))('plugins from outside at three servers', () => {
  let store: TestS3;
  let receiver: HttpServer;
  let servers: TestServer[];
  let urls: string[];
  let admin: TestPerson;
  let surveyor: TestPerson;
  let role: Role;
  let project: Project;
  let plugin: InstalledPlugin;
  /** Open sessions of the surveyor, one at each server. */
  let sessions: Hearing[];

  beforeAll(async () => {
    store = await startTestS3();
    receiver = await serve(() => ({ body: 'taken' }));
    const config = { storageUrl: store.url, pluginHosts: [hostOf(receiver.url)] };
    const first = await startTestServer({ engine: 'postgresql', config });
    servers = [first, await startBeside(first), await startBeside(first)];
    urls = await Promise.all(servers.map(({ app }) => app.listen({ host: '127.0.0.1', port: 0 })));
    admin = await first.admin();
    surveyor = await first.person(admin, 'Sandra', ['geometries.read']);
    const roles = must(await admin.send<Role[]>('GET', '/roles'), 200);
    role = roles.find(({ role_name }) => role_name === `Sandra's role`)!;
    project = await first.project(admin, 'Wells', [surveyor]);
    must(await admin.send('POST', '/attributes', { name: 'well', title: { en: 'well', it: 'well' } }), 201);
    must(await admin.send('POST', '/plugin-keys', { name: 'Acme', publicKey: KEY.publicKey }), 201);
    sessions = await Promise.all(urls.map((url) => hear(url, surveyor.token)));
  });
  afterAll(async () => {
    for (const session of sessions) session.close();
    for (const server of servers.reverse()) await server.close();
    await receiver.close();
    await store.remove();
  });

  /** A call at one of the servers, with the token of the first. */
  const at = <T>(n: number, method: Method, path: string, body?: unknown, headers = {}, as = admin) =>
    new TestPerson(servers[n]!.app, as.login).send<T>(method, path, body, headers);
  const tag = ({ version }: { version: number }) => ({ 'if-match': `"${version}"` });
  const usedAt = async (n: number) =>
    must(await at<OutsidePlugin[]>(n, 'GET', '/plugins', undefined, {}, surveyor), 200).map(
      ({ manifest }) => `${manifest.id} ${manifest.version}`,
    );
  const usedEverywhere = () => Promise.all(servers.map((_, n) => usedAt(n)));
  const all = (...used: string[]) => [used, used, used];
  const allHear = (kind: string) => Promise.all(sessions.map((session) => session.hears(`event: ${kind}\n`)));
  const send = async (n: number, version: string): Promise<InstalledPlugin> => {
    const jobs = [
      { id: 'count', title, on: ['geometries'] },
      { id: 'hourly', title, every: 60 },
    ];
    const manifest = { version, permissions: PERMISSIONS, jobs };
    const content = await zipped(signed(packageFiles(manifest, `// ${version}\n`, JOBS), KEY));
    return must(
      await upload<InstalledPlugin>(servers[n]!, admin, '/plugins', { name: 'a.zip', content }),
      201,
    );
  };
  const approve = async (n: number, of: InstalledPlugin, version: string): Promise<InstalledPlugin> => {
    const { id: versionId } = of.versions.find(({ manifest }) => manifest.version === version)!;
    const body = { versionId, granted: PERMISSIONS, enabled: true };
    return must(await at<InstalledPlugin>(n, 'PUT', `/plugins/${of.id}`, body, tag(of)), 200);
  };
  const codeAt = async (n: number, sum: string) => {
    const address = `/extensions/${sum}/entry.js`;
    const { statusCode, body } = await servers[n]!.app.inject({
      url: address,
      headers: { jwt: surveyor.token },
    });
    return statusCode === 200 ? body : statusCode;
  };
  const sumOf = (version: string) =>
    plugin.versions.find(({ manifest }) => manifest.version === version)!.manifest.files['entry.js'];
  const document = async (n: number, name: string, headers = {}) =>
    (await at<{ value: unknown }>(n, 'GET', `/plugins/${plugin.id}/documents/${name}`, undefined, headers))
      .body.value;

  it('are installed at one and granted at another, in open sessions of all, which serve its code', async () => {
    plugin = await approve(0, await send(0, '1.0.0'), '1.0.0');
    await allHear('plugins');
    expect(await usedEverywhere()).toEqual(all());
    const authorizations = [...role.authorizations, 'plugin:acme-wells'];
    role = must(
      await at<Role>(1, 'PUT', `/roles/authorizations/${role.role_id}`, { authorizations }, tag(role)),
      200,
    );
    await allHear('session');
    expect(await usedEverywhere()).toEqual(all('acme-wells 1.0.0'));
    for (const n of servers.keys()) expect(await codeAt(n, sumOf('1.0.0'))).toBe('// 1.0.0\n');
  });

  it('are updated at one and rolled back at another', async () => {
    plugin = await approve(1, await send(1, '1.1.0'), '1.1.0');
    await allHear('plugins');
    expect(await usedEverywhere()).toEqual(all('acme-wells 1.1.0'));
    for (const n of servers.keys())
      expect([await codeAt(n, sumOf('1.0.0')), await codeAt(n, sumOf('1.1.0'))]).toEqual([404, '// 1.1.0\n']);
    plugin = await approve(2, plugin, '1.0.0');
    await allHear('plugins');
    expect(await usedEverywhere()).toEqual(all('acme-wells 1.0.0'));
  });

  it('work once: a job after an event, its turn, and the delivery of a webhook', async () => {
    const hook = { address: `${receiver.url}/hook`, events: ['geometries'] };
    must(await at<Webhook>(1, 'POST', '/webhooks', hook), 201);
    const change = {
      clientId: crypto.randomUUID(),
      typeName: 'well',
      location: { type: 'Point', coordinates: [12, 41] },
      properties: {},
    };
    must(await at(2, 'POST', '/geometries/autosave', [change], { projectid: project.id }), 200);
    const runs = async () => {
      const found = must(await at<PluginRun[]>(0, 'GET', `/plugins/${plugin.id}/runs`), 200);
      return found.map(({ job, reason, state }) => `${job} ${reason} ${state}`).sort();
    };
    // Each server looks by itself, too.
    for (const { db } of servers) await db.query(`select pg_notify('plugin_runs', '')`);
    await expect.poll(runs, { timeout: 60_000 }).toEqual(['count event done', 'hourly schedule done']);
    await expect.poll(() => receiver.requests.length).toBe(1);
    // Nobody takes them again, in the time in which each server has looked: one that finds nothing says nothing.
    for (const { db } of servers)
      await db.query(`select pg_notify('plugin_runs', ''), pg_notify('webhooks', '')`);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await runs()).toHaveLength(2);
    expect(receiver.requests).toHaveLength(1);
    const projectid = project.id;
    for (const n of servers.keys())
      expect([await document(n, 'times', { projectid }), await document(n, 'turns')]).toEqual([1, 1]);
  });

  it('store a document for one of three who have opened the same version', async () => {
    const path = `/plugins/${plugin.id}/documents/shared`;
    const answers = await Promise.all(
      servers.map((_, n) => at(n, 'POST', path, { value: n }, { 'if-match': '"0"' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    const kept = answers.findIndex(({ status }) => status === 200);
    for (const n of servers.keys()) expect(await document(n, 'shared')).toBe(kept);
  });

  it('send no more requests because there are three servers, and each organization its own', async () => {
    const count = (n: number, organization: string) =>
      isTooMany(servers[n]!.db, organization, 'example.org', 6);
    const { organizationId: here } = must(await at<{ organizationId: string }>(0, 'GET', '/me'), 200);
    const answers: boolean[] = [];
    for (let n = 0; n < 9; n++) answers.push(await count(n % 3, here));
    expect(answers).toEqual([...Array<boolean>(6).fill(false), true, true, true]);
    const [other] = await servers[0]!.db.query<{ id: string }>(
      `insert into organizations (name) values ('Neighbours') returning id`,
    );
    expect(await count(1, other!.id)).toBe(false);
  });

  it('are removed at one: nothing is served by the others, nor by a server that was down meanwhile', async () => {
    sessions.pop()!.close();
    await servers.pop()!.close();
    must(await at(0, 'DELETE', `/plugins/${plugin.id}`, undefined, tag(plugin)), 204);
    await allHear('plugins');
    servers.push(await startBeside(servers[0]!));
    expect(await usedEverywhere()).toEqual(all());
    for (const n of servers.keys()) {
      expect(await codeAt(n, sumOf('1.0.0'))).toBe(404);
      const { status } = await at(n, 'GET', `/plugins/${plugin.id}/documents/shared`);
      expect(status).toBe(404);
    }
    const left = await servers[2]!.db.query(
      `select (select count(*) from plugin_runs)::int as runs, (select count(*) from outside_plugin_documents)::int as documents`,
    );
    expect(left).toEqual([{ runs: 0, documents: 0 }]);
    // The role keeps nothing of its name.
    const [now] = must(await at<Role[]>(2, 'GET', '/roles'), 200).filter(
      ({ role_id }) => role_id === role.role_id,
    );
    expect(now!.authorizations).toEqual(['geometries.read']);
  });
});
