import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  MAX_REGISTRIES,
  type AnswerOf,
  type applyPluginLock,
  type AuditEntry,
  type InstalledPlugin,
  type listPluginOffers,
  type OutsidePlugin,
  type PluginKey,
  type PluginLock,
  type PluginRegistry,
  type Problem,
  type Project,
  type Role,
} from '#core/protocol';
import { serve, type HttpServer, type Reply } from '../../../tests/http-server.ts';
import { hostOf } from '../../platform/outgoing/fetch.ts';
import { engines } from '../../testing/databases.ts';
import {
  newSigningKey,
  packageFiles,
  signed,
  zipped,
  type PackageFiles,
  type SigningKey,
} from '../../testing/plugin-package.ts';
import { upload } from '../../testing/sending.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';

describe.each(engines)('plugins from outside on the %s engine', (engine) => {
  let server: TestServer;
  let admin: TestPerson;
  let surveyor: TestPerson;
  let other: TestPerson;
  let project: Project;
  let remote: HttpServer;
  const pluginHosts: string[] = [];
  const pluginFolder = mkdtempSync(join(tmpdir(), 'groma-packages-'));
  /** Files below /registry/ of the other server. */
  const registry = new Map<string, Buffer>();
  let names = 0;

  beforeAll(async () => {
    remote = await serve(({ path }): Reply =>
      path.startsWith('/registry/')
        ? { status: registry.has(path.slice(10)) ? 200 : 404, body: registry.get(path.slice(10)) ?? '' }
        : path === '/away'
          ? { status: 302, headers: { location: 'http://elsewhere.test/' } }
          : { status: 201, headers: { 'content-type': 'text/csv' }, body: `${path};1` },
    );
    pluginHosts.push(hostOf(remote.url));
    server = await startTestServer({
      engine,
      config: { pluginHosts, pluginFolder, authorOrigins: ['https://author.test'] },
    });
    admin = await server.admin();
    surveyor = await server.person(admin, 'Sandra', ['geometries.read', 'plugin:*']);
    other = await server.person(admin, 'Otto', ['geometries.read', 'admin.users']);
    project = await server.project(admin, 'Wells', [surveyor]);
  });
  afterAll(async () => {
    await remote.close();
    await server.close();
    rmSync(pluginFolder, { recursive: true });
  });

  const send = async (files: PackageFiles, as = admin) =>
    upload<InstalledPlugin & Problem>(server, as, '/plugins', {
      name: 'a.zip',
      content: await zipped(files),
    });
  const tag = ({ version }: InstalledPlugin) => ({ 'if-match': `"${version}"` });
  const change = (plugin: InstalledPlugin, body: object) =>
    admin.send<InstalledPlugin & Problem>('PUT', `/plugins/${plugin.id}`, body, tag(plugin));
  const accept = async ({ publicKey }: SigningKey, name = 'Acme') =>
    must(await admin.send<PluginKey>('POST', '/plugin-keys', { name, publicKey }), 201);
  const usable = async (as: TestPerson) =>
    must(await as.send<OutsidePlugin[]>('GET', '/plugins'), 200).map(({ manifest }) => manifest.id);
  const code = async (as: TestPerson | undefined, { versions }: InstalledPlugin) =>
    server.app.inject({
      url: `/extensions/${versions[0]!.manifest.files['entry.js']}/entry.js`,
      headers: as ? { jwt: as.token } : {},
    });

  /** A plugin of its own name, switched on with all it asks for. */
  async function installed(manifest: object = {}) {
    const key = newSigningKey();
    const id = `acme-p${++names}`;
    const plugin = must(await send(signed(packageFiles({ id, ...manifest }, `// ${id}\n`), key)), 201);
    await accept(key, id);
    const [version] = plugin.versions;
    const all = { versionId: version!.id, granted: version!.manifest.permissions, enabled: true };
    return { id, key, plugin: must(await change(plugin, all), 200) };
  }

  it('are uploaded without effect, and work once the key is accepted and permissions are granted', async () => {
    const key = newSigningKey();
    const plugin = must(await send(signed(packageFiles(), key)), 201);
    expect(plugin).toMatchObject({ name: 'acme-wells', enabled: false, currentId: null });
    expect(plugin.versions[0]).toMatchObject({ granted: [], signedBy: { state: 'unknown', name: null } });
    expect(await usable(surveyor)).toEqual([]);
    expect((await change(plugin, { enabled: true })).body.detail).toContain('No version');
    const versionId = plugin.versions[0]!.id;
    expect((await change(plugin, { versionId })).body.detail).toContain('granted anew');
    const early = await change(plugin, { versionId, granted: ['store'], enabled: true });
    expect([early.status, early.body.detail]).toEqual([
      409,
      expect.stringContaining('key that is not accepted'),
    ]);
    await accept(key);
    const more = await change(plugin, { versionId, granted: ['store', 'view'], enabled: true });
    expect([more.status, more.body.detail]).toEqual([422, expect.stringContaining('view')]);
    const on = must(await change(plugin, { versionId, granted: ['store'], enabled: true }), 200);
    expect(on.versions[0]!.signedBy).toMatchObject({ name: 'Acme', state: 'accepted' });
    expect(await usable(surveyor)).toEqual(['acme-wells']);
    expect(must(await surveyor.send<OutsidePlugin[]>('GET', '/plugins'), 200)[0]!.granted).toEqual(['store']);
    // Nothing that is asked for changes nothing.
    expect(must(await change(on, {}), 200).version).toBe(on.version);
    must(await change(on, { enabled: false }), 200);
    expect(await usable(surveyor)).toEqual([]);
    expect((await change(on, { enabled: true })).status).toBe(412);
  });

  it('are for roles that may use them, and managed by those with admin.plugins', async () => {
    const { id, plugin } = await installed();
    expect(await usable(surveyor)).toContain(id);
    expect(await usable(other)).toEqual([]);
    expect((await code(other, plugin)).statusCode).toBe(404);
    expect((await code(undefined, plugin)).statusCode).toBe(401);
    expect((await other.send('GET', '/plugins/installed')).status).toBe(403);
    expect((await send(packageFiles(), other)).status).toBe(403);
    const manager = await server.person(admin, 'Marta', ['admin.plugins']);
    expect(
      must(await manager.send<InstalledPlugin[]>('GET', '/plugins/installed'), 200).length,
    ).toBeGreaterThan(0);
  });

  it('are sent by the sum of their code, as text that no page runs', async () => {
    const { plugin, id } = await installed();
    const answer = await code(surveyor, plugin);
    expect([answer.statusCode, answer.body]).toEqual([200, `// ${id}\n`]);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-security-policy': `default-src 'none'; sandbox`,
      'x-content-type-options': 'nosniff',
    });
    for (const path of ['..%2f..%2fetc%2fpasswd', 'x', '0'.repeat(64)])
      expect(
        (await server.app.inject({ url: `/extensions/${path}/entry.js`, headers: { jwt: surveyor.token } }))
          .statusCode,
      ).toBe(404);
    const frame = await server.app.inject({ url: '/extensions/frame.html' });
    expect(frame.headers['content-security-policy']).toContain(`connect-src 'none'`);
    expect(frame.headers['content-security-policy']).toContain('sandbox allow-scripts');
    expect(frame.headers['x-frame-options']).toBeUndefined();
  });

  it('whose stored code was changed are not sent', async () => {
    const { plugin } = await installed();
    await server.db.query(
      'update outside_plugin_versions set key = (select key from outside_plugin_versions where plugin_id <> $1 limit 1) where plugin_id = $1',
      [plugin.id],
    );
    const answer = await code(surveyor, plugin);
    expect([answer.statusCode, answer.json<Problem>().detail]).toEqual([
      500,
      expect.stringContaining('is not the one that was uploaded'),
    ]);
  });

  it('are updated by a higher version, which is granted anew, and rolled back', async () => {
    const { id, key, plugin } = await installed();
    const wanted = ['objects.read:well', 'store', 'net:stock.test'];
    const next = must(
      await send(signed(packageFiles({ id, version: '1.10.0', permissions: wanted }), key)),
      201,
    );
    expect(next.versions.map(({ manifest }) => manifest.version)).toEqual(['1.10.0', '1.0.0']);
    expect([next.currentId, next.enabled]).toEqual([plugin.currentId, true]);
    const [newer, older] = next.versions;
    expect((await change(next, { versionId: newer!.id })).status).toBe(422);
    const updated = must(await change(next, { versionId: newer!.id, granted: wanted }), 200);
    expect(updated.currentId).toBe(newer!.id);
    const third = must(await send(signed(packageFiles({ id, version: '1.11.0' }, '// Third.'), key)), 201);
    expect(third.versions.map(({ approvedAt }) => approvedAt !== null)).toEqual([false, true, true]);
    const listed = must(await admin.send<InstalledPlugin[]>('GET', '/plugins/installed'), 200);
    // The newest and the one in use; all are with the plugin itself.
    expect(
      listed.find((each) => each.id === plugin.id)!.versions.map(({ manifest }) => manifest.version),
    ).toEqual(['1.11.0', '1.10.0']);
    const back = must(await change(third, { versionId: older!.id, granted: older!.granted }), 200);
    expect(back.currentId).toBe(older!.id);
    for (const version of ['1.11.0', '1.9.9', '0.9.0']) {
      const lower = await send(signed(packageFiles({ id, version }, `// ${version}`), key));
      expect([lower.status, lower.body.detail]).toEqual([
        409,
        expect.stringContaining('not higher than 1.11.0'),
      ]);
    }
    const foreign = await send(signed(packageFiles({ id, version: '2.0.0' }), newSigningKey()));
    expect([foreign.status, foreign.body.detail]).toEqual([
      409,
      expect.stringContaining('signed by another key'),
    ]);
  });

  it('are switched off when their key is revoked, and nothing it signs is taken again', async () => {
    const { id, key, plugin } = await installed();
    const keys = must(await admin.send<PluginKey[]>('GET', '/plugin-keys'), 200);
    const { id: keyId } = keys.find(({ publicKey }) => publicKey === key.publicKey)!;
    must(await admin.send('DELETE', `/plugin-keys/${keyId}`), 204);
    expect(await usable(surveyor)).not.toContain(id);
    const all = must(await admin.send<InstalledPlugin[]>('GET', '/plugins/installed'), 200);
    const off = all.find(({ id: one }) => one === plugin.id)!;
    expect([off.enabled, off.versions[0]!.signedBy.state]).toEqual([false, 'revoked']);
    expect((await change(off, { enabled: true })).status).toBe(409);
    expect((await send(signed(packageFiles({ id, version: '3.0.0' }), key))).body.detail).toContain(
      'was revoked',
    );
    const again = await admin.send<Problem>('POST', '/plugin-keys', { name: 'x', publicKey: key.publicKey });
    expect(again.status).toBe(409);
  });

  it('store documents for a project or the organization, up to a quota', async () => {
    const { plugin } = await installed();
    const path = `/plugins/${plugin.id}/documents`;
    const here = { projectid: project.id };
    must(await surveyor.send('POST', `${path}/depths`, { value: { a: [1, 'zwölf', '\u0000'] } }, here), 200);
    must(await surveyor.send('POST', `${path}/depths`, { value: 2 }), 200);
    const read = async (headers = {}) =>
      must(await surveyor.send<{ value: unknown }>('GET', `${path}/depths`, undefined, headers), 200).value;
    expect(await read(here)).toEqual({ a: [1, 'zwölf', '\u0000'] });
    expect(await read()).toBe(2);
    expect((await other.send('GET', `${path}/depths`)).status).toBe(404);
    expect((await admin.send('GET', path, undefined, { projectid: crypto.randomUUID() })).status).toBe(404);
    const long = await surveyor.send<Problem>('POST', `${path}/long`, { value: 'x'.repeat(262_144) });
    expect([long.status, long.body.detail]).toEqual([422, expect.stringContaining('256 kB')]);
    await server.db.query(
      `insert into outside_plugin_documents (plugin_id, name, value) select $1, 'n' || n, '1' from generate_series(1, 199) n`,
      [plugin.id],
    );
    const full = await surveyor.send<Problem>('POST', `${path}/one-more`, { value: 1 });
    expect([full.status, full.body.detail]).toEqual([422, expect.stringContaining('200 documents')]);
    must(await surveyor.send('POST', `${path}/depths`, { value: 3 }), 200);
    must(await surveyor.send('DELETE', `${path}/n1`), 204);
    must(await surveyor.send('POST', `${path}/one-more`, { value: 1 }), 200);
    expect((await surveyor.send('POST', `${path}/..%2Fx`, { value: 1 })).status).toBe(400);
  });

  it('that were not granted the store, or on an archived project, store nothing', async () => {
    const { plugin } = await installed({ permissions: ['view'] });
    const none = await surveyor.send<Problem>('GET', `/plugins/${plugin.id}/documents`);
    expect([none.status, none.body.detail]).toEqual([403, expect.stringContaining('permission “store”')]);
    const { plugin: storing } = await installed();
    const old = await server.project(admin, 'Old', [surveyor]);
    must(
      await admin.send('PUT', `/projects/${old.id}`, { archived: true }, { 'if-match': `"${old.version}"` }),
      200,
    );
    const path = `/plugins/${storing.id}/documents/x`;
    const late = await surveyor.send<Problem>('POST', path, { value: 1 }, { projectid: old.id });
    expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining('archived')]);
  });

  it('ask hosts that were granted to them, and no others, also not by a redirect', async () => {
    const host = hostOf(remote.url);
    const { plugin } = await installed({
      permissions: [`net:${host}`, 'net:127.0.0.1:1', 'net:localhost:19999'],
    });
    const ask = (url: string, more = {}) =>
      surveyor.send<{ status: number; type: string; body: string } & Problem>(
        'POST',
        `/plugins/${plugin.id}/outgoing`,
        { url, ...more },
      );
    expect(must(await ask(`${remote.url}/stock`, { method: 'POST', body: 'a' }), 200)).toEqual({
      status: 201,
      type: 'text/csv',
      body: '/stock;1',
    });
    const foreign = await ask('https://evil.test/');
    expect([foreign.status, foreign.body.detail]).toEqual([403, expect.stringContaining('net:evil.test')]);
    expect((await ask(`${remote.url}/away`)).status).toBe(403);
    // Granted, but inside the network, and not named by the operator.
    expect((await ask('http://127.0.0.1:1/')).body.detail).toContain('127.0.0.1:1');
    expect((await ask('http://localhost:19999/')).status).toBe(422);
    expect((await ask('file:///etc/passwd')).status).toBe(403);
    expect((await ask(`${remote.url}/x`, { headers: { cookie: 'a=b' } })).status).toBe(400);
    const [request] = remote.requests;
    expect(request!.headers.cookie).toBeUndefined();
    expect(request!.headers.jwt).toBeUndefined();
  });

  it('may send 60 requests a minute, and all of them 300 to one host', async () => {
    const permissions = [`net:${hostOf(remote.url)}`];
    const ask = (id: string, times: number) =>
      Promise.all(
        Array.from({ length: times }, () =>
          surveyor.send<Problem>('POST', `/plugins/${id}/outgoing`, { url: `${remote.url}/x` }),
        ),
      );
    const { plugin } = await installed({ permissions });
    for (const answer of await ask(plugin.id, 60)) must(answer, 200);
    const [late] = await ask(plugin.id, 1);
    expect([late!.status, late!.body.detail]).toEqual([429, expect.stringContaining('60 requests')]);
    const refused: Problem[] = [];
    for (let n = 1; n <= 5; n++) {
      const answers = await ask((await installed({ permissions })).plugin.id, 50);
      refused.push(...answers.filter(({ status }) => status === 429).map(({ body }) => body));
    }
    // Tests before this one have asked the same host.
    expect(refused.length).toBeGreaterThanOrEqual(10);
    expect(refused[0]!.detail).toContain(`300 requests to ${hostOf(remote.url)}`);
    // Once the minute is over.
    await server.db.query(`update plugin_requests set begun_at = begun_at - interval '61 seconds'`);
    for (const answer of await ask(plugin.id, 1)) must(answer, 200);
  });

  it('count as approved without any permission, too', async () => {
    const { plugin } = await installed({ permissions: [] });
    expect(plugin.versions[0]).toMatchObject({ granted: [], approvedAt: expect.any(String) });
  });

  it('are the same on another server by a lock file, where code, key and grants are as it says', async () => {
    const one = await installed({ permissions: ['view', 'store'] });
    const two = await installed();
    const file = must(await admin.send<PluginLock>('GET', '/plugins/lock'), 200);
    const locked = file.plugins.filter(({ name }) => [one.id, two.id].includes(name));
    expect(locked.map(({ name, version, granted, enabled }) => [name, version, granted, enabled])).toEqual([
      [one.id, '1.0.0', ['view', 'store'], true],
      [two.id, '1.0.0', two.plugin.versions[0]!.granted, true],
    ]);
    const versionId = one.plugin.versions[0]!.id;
    must(await change(one.plugin, { versionId, granted: ['view'], enabled: false }), 200);
    const [first, second] = locked;
    const apply = async (...plugins: object[]) =>
      must(
        await admin.send<AnswerOf<typeof applyPluginLock>>('POST', '/plugins/lock', { format: 1, plugins }),
        200,
      ).map(({ outcome }) => outcome);
    expect(
      await apply(
        { ...first!, name: 'acme-unknown' },
        { ...first!, version: '2.0.0' },
        { ...second!, sha256: '0'.repeat(64) },
        { ...second!, publicKey: first!.publicKey },
        { ...second!, granted: ['selection'] },
      ),
    ).toEqual(['no-package', 'no-package', 'other-code', 'other-key', 'not-asked']);
    expect(await usable(surveyor)).not.toContain(one.id);
    expect(await apply(first!, second!)).toEqual(['applied', 'applied']);
    expect(await usable(surveyor)).toEqual(expect.arrayContaining([one.id, two.id]));
    const again = must(await admin.send<PluginLock>('GET', '/plugins/lock'), 200);
    expect(again.plugins).toEqual(file.plugins);
    expect((await surveyor.send('GET', '/plugins/lock')).status).toBe(403);
  });

  it('are tried by authors from their own machine, and origins that the operator names', async () => {
    const author = await server.person(admin, 'Anna', ['plugins.author']);
    expect(must(await author.send('GET', '/plugins/author-origins'), 200)).toEqual({
      origins: ['https://author.test'],
    });
    expect((await surveyor.send('GET', '/plugins/author-origins')).status).toBe(403);
    const frame = await server.app.inject({ url: '/extensions/author.html' });
    expect(frame.headers['content-security-policy']).toContain(
      'connect-src http://127.0.0.1:* http://localhost:* https://author.test;',
    );
    expect(frame.headers['content-security-policy']).toContain('sandbox allow-scripts');
  });

  it('leave nothing behind when removed', async () => {
    const { id, plugin } = await installed();
    must(await surveyor.send('POST', `/plugins/${plugin.id}/documents/x`, { value: 1 }), 200);
    const authorizations = ['geometries.read', `plugin:${id}`, `tool:${id}.place`, `tool:${id}x.place`];
    const role = must(await admin.send<Role>('POST', '/roles', { role_name: 'Wells', authorizations }), 201);
    const [{ key }] = (await server.db.query('select key from outside_plugin_versions where plugin_id = $1', [
      plugin.id,
    ])) as [{ key: string }];
    must(await admin.send('DELETE', `/plugins/${plugin.id}`, undefined, tag(plugin)), 204);
    for (const table of ['outside_plugin_versions', 'outside_plugin_documents'])
      expect(await server.db.query(`select 1 from ${table} where plugin_id = $1`, [plugin.id])).toEqual([]);
    expect(await server.db.query('select 1 from unclaimed_keys where key = $1', [key])).toHaveLength(1);
    expect((await code(surveyor, plugin)).statusCode).toBe(404);
    const roles = must(await admin.send<Role[]>('GET', '/roles'), 200);
    expect(roles.find(({ role_id: of }) => of === role.role_id)?.authorizations).toEqual([
      'geometries.read',
      `tool:${id}x.place`,
    ]);
    const kinds = must(await admin.send<AuditEntry[]>('GET', '/audit?paginate=200'), 200).map(
      ({ kind }) => kind,
    );
    expect(kinds).toEqual(
      expect.arrayContaining([
        'plugin.uploaded',
        'plugin.changed',
        'plugin.removed',
        'plugin-key.accepted',
        'plugin-key.revoked',
      ]),
    );
  });

  const offers = async (address?: string) =>
    admin.send<AnswerOf<typeof listPluginOffers> & Problem>('POST', '/plugins/offers', { address });
  const take = async (body: object) => admin.send<InstalledPlugin & Problem>('POST', '/plugins/taken', body);
  const packed = (id: string, key: SigningKey, version = '1.0.0') =>
    zipped(signed(packageFiles({ id, version }), key));

  it('are taken from the folder of the server, each looked at first', async () => {
    writeFileSync(join(pluginFolder, 'good.zip'), await packed('acme-folder', newSigningKey()));
    writeFileSync(join(pluginFolder, 'broken.zip'), 'none');
    writeFileSync(join(pluginFolder, 'notes.txt'), 'x');
    writeFileSync(join(pluginFolder, '..zip'), 'x');
    symlinkSync('/etc/passwd', join(pluginFolder, 'link.zip'));
    const found = must(await offers(), 200);
    expect(found).toMatchObject({ hasFolder: true, more: 0 });
    expect(found.packages).toEqual([
      { file: 'broken.zip', id: null, version: null, title: null, sha256: null, problem: expect.any(String) },
      expect.objectContaining({ file: 'good.zip', id: 'acme-folder', version: '1.0.0', problem: null }),
    ]);
    const { sha256 } = found.packages[1]!;
    const swapped = await take({ file: 'good.zip', sha256: '0'.repeat(64) });
    expect([swapped.status, swapped.body.detail]).toEqual([
      422,
      expect.stringContaining('was changed since'),
    ]);
    const plugin = must(await take({ file: 'good.zip', sha256 }), 201);
    expect(plugin).toMatchObject({ name: 'acme-folder', enabled: false, currentId: null });
    for (const file of ['../good.zip', 'a/b.zip', '.hidden.zip', 'x.zip/../good.zip'])
      expect((await take({ file })).status).toBe(400);
    for (const file of ['link.zip', 'gone.zip']) expect((await take({ file })).status).toBe(404);
  });

  it('are taken from a registry, through the guard of outgoing requests', async () => {
    const at = `${remote.url}/registry/`;
    const content = await packed('acme-registry', newSigningKey());
    const sha256 = createHash('sha256').update(content).digest('hex');
    const title = { en: 'Wells', it: 'Pozzi' };
    const entry = { id: 'acme-registry', version: '1.0.0', title, file: 'wells.zip', sha256 };
    const list = (packages: object[]) =>
      registry.set('index.json', Buffer.from(JSON.stringify({ format: 1, packages })));
    list([entry]);
    registry.set('wells.zip', content);
    expect(must(await offers(at), 200).packages).toEqual([{ ...entry, problem: null }]);
    // One package by its own address.
    expect(must(await offers(`${at}wells.zip`), 200).packages).toMatchObject([
      { id: 'acme-registry', sha256 },
    ]);
    must(await take({ address: at, file: 'wells.zip', sha256 }), 201);
    const again = await take({ address: at, file: 'wells.zip', sha256 });
    expect([again.status, again.body.detail]).toEqual([409, expect.stringContaining('is not higher')]);
    list([{ ...entry, file: '../../api/wells.zip' }]);
    expect((await offers(at)).status).toBe(422);
    registry.set('index.json', Buffer.from('<html>'));
    expect((await offers(at)).body.detail).toContain('neither a package (.zip) nor a list');
    registry.delete('index.json');
    const absent = await offers(at);
    expect([absent.status, absent.body.detail]).toEqual([502, expect.stringContaining('status 404')]);
    const inside = await offers('http://127.0.0.1:9/');
    expect([inside.status, inside.body.detail]).toEqual([422, expect.stringContaining('not on the public')]);
    expect((await surveyor.send('POST', '/plugins/offers', {})).status).toBe(403);
  });

  it('are looked for at addresses that the organization keeps', async () => {
    const keep = (address: string, as = admin) =>
      as.send<PluginRegistry & Problem>('POST', '/plugins/registries', { address });
    const kept = async (as = admin) =>
      must(await as.send<PluginRegistry[]>('GET', '/plugins/registries'), 200).map(({ address }) => address);
    const made = must(await keep('https://Plugins.test/acme/'), 201);
    expect(made.address).toBe('https://plugins.test/acme/');
    expect(must(await keep('https://plugins.test/acme/'), 201)).toEqual(made);
    expect(await kept()).toEqual([made.address]);
    for (const wrong of ['acme', 'file:///etc/', 'https://me:secret@plugins.test/']) {
      const refused = await keep(wrong);
      expect([refused.status, refused.body.detail]).toEqual([422, expect.stringContaining('is not valid')]);
    }
    expect((await keep('https://plugins.test/', surveyor)).status).toBe(403);
    const elsewhere = await server.organization(admin, 'Elsewhere');
    const stranger = await server.person(admin, 'Stella', ['admin.plugins'], {
      organizationIds: [elsewhere.id],
    });
    expect(await kept(stranger)).toEqual([]);
    const path = `/plugins/registries/${made.id}`;
    expect((await stranger.send('DELETE', path)).status).toBe(404);
    for (let n = 1; n < MAX_REGISTRIES; n++) must(await keep(`https://plugins.test/${n}/`), 201);
    expect((await keep('https://plugins.test/more/')).body.detail).toContain('already keeps 20 addresses');
    must(await admin.send('DELETE', path), 204);
    expect(await kept()).toHaveLength(MAX_REGISTRIES - 1);
    const trail = must(await admin.send<AuditEntry[]>('GET', '/audit?kind=plugin-registry.forgotten'), 200);
    expect(trail[0]!.subject).toMatchObject({ name: made.address });
  });
});
