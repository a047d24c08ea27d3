import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  AnswerOf,
  getPluginDocument,
  InstalledPlugin,
  listPluginDocumentVersions,
} from '#core/protocol';
import { engines } from '../../testing/databases.ts';
import { newSigningKey, packageFiles, signed, zipped } from '../../testing/plugin-package.ts';
import { upload } from '../../testing/sending.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../../testing/server.ts';

type Document = AnswerOf<typeof getPluginDocument>;
type Versions = AnswerOf<typeof listPluginDocumentVersions>;

describe.each(engines)('versions of what plugins store, on the %s engine', (engine) => {
  let server: TestServer;
  let admin: TestPerson;
  let path: string;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    admin = await server.admin();
    const key = newSigningKey();
    const content = await zipped(signed(packageFiles(), key));
    const sent = { name: 'a.zip', content };
    const { id, version, versions } = must(
      await upload<InstalledPlugin>(server, admin, '/plugins', sent),
      201,
    );
    must(await admin.send('POST', '/plugin-keys', { name: 'Acme', publicKey: key.publicKey }), 201);
    const body = { versionId: versions[0]!.id, granted: ['store'], enabled: true };
    must(await admin.send('PUT', `/plugins/${id}`, body, { 'if-match': `"${version}"` }), 200);
    path = `/plugins/${id}`;
  });
  afterAll(() => server.close());
  const put = (name: string, value: unknown, expected?: number) =>
    admin.send<{ version: number }>(
      'POST',
      `${path}/documents/${name}`,
      { value },
      expected === undefined ? {} : { 'if-match': `"${expected}"` },
    );
  const open = (name: string, version?: number) =>
    admin.send<Document>(
      'GET',
      `${path}/documents/${name}${version === undefined ? '' : `?version=${version}`}`,
    );
  const versionsOf = async (name: string) =>
    must(await admin.send<Versions>('GET', `${path}/documents/${name}/versions`), 200);

  it('count on, and of two who write only the first succeeds', async () => {
    expect(must(await put('plan', 'a', 0), 200)).toEqual({ version: 1 });
    expect((await put('plan', 'b', 0)).status).toBe(412);
    expect(must(await put('plan', 'b', 1), 200)).toEqual({ version: 2 });
    const late = await put('plan', 'c', 1);
    expect([late.status, late.body]).toEqual([412, { value: 'b' }]);
    expect(must(await open('plan'), 200)).toEqual({ value: 'b', version: 2 });
    expect(must(await open('plan', 1), 200)).toEqual({ value: 'a', version: 1 });
    expect((await open('plan', 7)).status).toBe(404);
    expect((await open('plan', 0)).status).toBe(400);
  });

  it('are listed with who stored them, ten before the present one, and outlive a removal', async () => {
    for (let n = 1; n <= 13; n++) must(await put('log', n), 200);
    const versions = await versionsOf('log');
    expect(versions.map(({ version }) => version)).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
    expect(versions[0]).toMatchObject({ bytes: 2, storedBy: expect.any(String) });
    must(await admin.send('DELETE', `${path}/documents/log`), 204);
    expect((await open('log')).status).toBe(404);
    expect(must(await open('log', 13), 200).value).toBe(13);
    expect(must(await put('log', 'again', 0), 200)).toEqual({ version: 14 });
  });

  it('take no more of the storage than the documents may, and what is used is told', async () => {
    const large = 'x'.repeat(250_000);
    for (let n = 0; n < 23; n++) must(await put(`large${n % 3}`, `${large}${n}`), 200);
    const [kept] = await server.db.query<{ bytes: number }>(
      'select sum(octet_length(value))::int as bytes from outside_plugin_document_versions',
    );
    expect(kept!.bytes).toBeLessThanOrEqual(5 * 1024 ** 2);
    const used = must(await admin.send<Record<string, number>>('GET', `${path}/store`), 200);
    // Three large ones, "plan" and "log".
    expect(used).toMatchObject({ documents: 5, mostDocuments: 200, mostBytes: 5 * 1024 ** 2 });
    expect(used['bytes']).toBe(
      3 * 250_002 + '20'.length + '21'.length + '22'.length + '"b"'.length + '"again"'.length,
    );
  });
});
