import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry, InstalledPlugin, OutsidePlugin, PluginKey, Problem } from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { newSigningKey, packageFiles, signed, zipped } from '../../testing/plugin-package.ts';
import { upload } from '../../testing/sending.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';

const KEY = newSigningKey();
const CODE = 'export default undefined;\n';
const texts = { en: { panel: 'Inventory' }, it: { panel: 'Inventario' } };
const panel = { id: 'acme-full.panel', title: 'panel', icon: 'table', render: 'acme-full.Panel', order: 9 };
const FULL = {
  id: 'acme-full',
  kind: 'full',
  permissions: ['store'],
  contributes: { panels: [panel] },
  texts,
  imports: { '#core/react': ['Button'] },
};

describe.each(engines)('full plugins on the %s engine', (engine) => {
  let server: TestServer;
  let admin: TestPerson;
  let surveyor: TestPerson;
  let manager: TestPerson;
  let plugin: InstalledPlugin;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    admin = await server.admin();
    surveyor = await server.person(admin, 'Sandra', ['geometries.read', 'plugin:*']);
    manager = await server.person(admin, 'Marta', ['admin.plugins']);
    plugin = must(await send(FULL), 201);
    must(
      await admin.send<PluginKey>('POST', '/plugin-keys', { name: 'Acme', publicKey: KEY.publicKey }),
      201,
    );
  });
  afterAll(() => server.close());

  const send = async (manifest: object, entry = CODE) =>
    upload<InstalledPlugin & Problem>(server, admin, '/plugins', {
      name: 'a.zip',
      content: await zipped(signed(packageFiles(manifest, entry), KEY)),
    });
  const read = async () => must(await admin.send<InstalledPlugin>('GET', `/plugins/${plugin.id}`), 200);
  const approve = async (as = admin) => {
    const { version, versions } = await read();
    const body = { versionId: versions[0]!.id, granted: ['store'], enabled: true };
    const tag = { 'if-match': `"${version}"` };
    return as.send<InstalledPlugin & Problem>('PUT', `/plugins/${plugin.id}`, body, tag);
  };
  const allow = (fullAllowed: boolean, as = admin) => as.send('POST', '/plugins/settings', { fullAllowed });
  const codeOf = ({ versions }: InstalledPlugin, name = 'full.js') =>
    server.app.inject({ url: `/extensions/${versions[0]!.manifest.files['entry.js']}/${name}` });
  const usable = async () =>
    must(await surveyor.send<OutsidePlugin[]>('GET', '/plugins'), 200).map(({ manifest }) => manifest.id);

  it('are approved only where they are allowed, by whom may allow them', async () => {
    expect(must(await manager.send('GET', '/plugins/settings'), 200)).toMatchObject({ fullAllowed: false });
    const early = await approve();
    expect([early.status, early.body.detail]).toEqual([409, expect.stringContaining('allows none')]);
    expect((await allow(true, manager)).status).toBe(403);
    must(await allow(true), 200);
    expect((await approve(manager)).status).toBe(403);
    expect((await codeOf(plugin)).statusCode).toBe(404);
    must(await approve(), 200);
    expect(await usable()).toEqual(['acme-full']);
  });

  it('are modules of this server only while they are in use', async () => {
    const answer = await codeOf(plugin);
    expect([answer.statusCode, answer.body]).toEqual([200, CODE]);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-cache',
    });
    // The other way to it is text, for people who may use the plugin.
    expect((await codeOf(plugin, 'entry.js')).statusCode).toBe(401);
    must(await allow(false), 200);
    expect(await usable()).toEqual([]);
    expect((await read()).enabled).toBe(false);
    expect((await codeOf(plugin)).statusCode).toBe(404);
    must(await allow(true), 200);
    must(await approve(), 200);
    expect((await codeOf(plugin)).statusCode).toBe(200);
  });

  it('and only where they are full: the code of a contained one is never a module', async () => {
    const contained = must(await send({ id: 'acme-contained' }, '// Contained.\n'), 201);
    const tag = { 'if-match': `"${contained.version}"` };
    const body = { versionId: contained.versions[0]!.id, granted: [], enabled: true };
    must(await admin.send('PUT', `/plugins/${contained.id}`, body, tag), 200);
    expect((await codeOf(contained)).statusCode).toBe(404);
  });

  it('are named in the audit, and switched off with the key that has signed them', async () => {
    const kinds = must(await admin.send<AuditEntry[]>('GET', '/audit?paginate=200'), 200).map(
      ({ kind }) => kind,
    );
    expect(kinds.filter((kind) => kind === 'plugin.full-changed')).toHaveLength(3);
    const [key] = must(await admin.send<PluginKey[]>('GET', '/plugin-keys'), 200);
    must(await admin.send('DELETE', `/plugin-keys/${key!.id}`), 204);
    expect((await codeOf(plugin)).statusCode).toBe(404);
    expect(await usable()).toEqual([]);
  });
});
