import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '#core/protocol';
import { engines } from '../testing/databases.ts';
import { must, startTestServer, type TestPerson, type TestServer } from '../testing/server.ts';

describe.each(engines)('the HTTP side on the %s engine', (engine) => {
  let server: TestServer;
  let admin: TestPerson;
  beforeAll(async () => {
    server = await startTestServer({ engine });
    admin = await server.admin();
  });
  afterAll(() => server.close());

  it('answers an unknown path of the API with a problem, not with a page', async () => {
    const answer = await server.send<Problem>('GET', '/nothing/here');
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toMatch(/application\/problem\+json/);
    expect(answer.body.detail).toBe('There is nothing at /api/nothing/here.');
  });

  it('lists the allowed methods of a path for any other, in the API and outside it', async () => {
    const requested = async (method: 'PATCH' | 'DELETE' | 'POST', url: string) => {
      const { statusCode, headers, body } = await server.app.inject({ method, url });
      return [statusCode, headers.allow, (JSON.parse(body) as Problem).detail];
    };
    expect(await requested('DELETE', '/api/login?x=1')).toEqual([
      405,
      'POST',
      '/api/login?x=1 does not support DELETE, only POST.',
    ]);
    const project = '/api/projects/2f1e1d5c-0000-4000-8000-000000000000';
    expect((await requested('PATCH', project)).slice(0, 2)).toEqual([405, 'DELETE, GET, HEAD, PUT']);
    expect((await requested('POST', '/ogcapi/conformance')).slice(0, 2)).toEqual([405, 'GET, HEAD']);
    expect((await requested('DELETE', `${project}/nothing`)).slice(0, 2)).toEqual([404, undefined]);
  });

  it('shows an example of a path parameter instead of a pattern', async () => {
    const answer = await admin.send<Problem>('GET', `/terrain/${admin.id}/deep/1/1`);
    expect(answer).toMatchObject({
      status: 400,
      body: { detail: 'params.z: The value must have the form 12.' },
    });
  });

  it('reports each error of a body, with its path and in the requested language', async () => {
    const body = { email: 'nobody', name: '', roleId: 'x', password: 'short' };
    const answer = await admin.send<Problem>('POST', '/users', body, {
      'accept-language': 'it-IT,it;q=0.9,en;q=0.5',
    });
    expect(answer.status).toBe(400);
    expect(answer.body.errors!.map((error) => error.path).sort()).toEqual([
      'body.email',
      'body.name',
      'body.password',
      'body.roleId',
    ]);
    expect(answer.body.errors!.find((error) => error.path === 'body.password')!.message).toMatch(
      /stringa|caratteri/i,
    );
  });

  it('refuses a body that is not JSON, of another type, or too large, each with a message', async () => {
    const notJson = await admin.send<Problem>('POST', '/organizations', '{"name":');
    expect(notJson).toMatchObject({ status: 400, body: { detail: 'The body is not valid JSON.' } });
    const text = await admin.send<Problem>('POST', '/organizations', 'hello', {
      'content-type': 'text/plain',
    });
    expect(text).toMatchObject({
      status: 415,
      body: { detail: 'Send the body as application/json, a file as multipart/form-data.' },
    });
    const large = await admin.send<Problem>('POST', '/organizations', { name: 'x'.repeat(1_100_000) });
    expect(large).toMatchObject({
      status: 413,
      body: { detail: 'The request is too large.' },
    });
  });

  it('refuses what cannot be parsed with a message, too: URLs, multipart bodies, text with NUL', async () => {
    const malformed = await server.app.inject('/ogcapi/collections/%E0%A4%A/items');
    expect([malformed.statusCode, malformed.json<Problem>().detail]).toEqual([
      400,
      'The request is not valid.',
    ]);
    const long = await admin.send<Problem>('GET', `/roles/roles/${'x'.repeat(1001)}`);
    expect(long).toMatchObject({
      status: 414,
      body: { detail: 'The request is too large.' },
    });
    const nul = await admin.send<Problem>('POST', '/organizations', { name: 'a\u0000b' });
    expect(nul).toMatchObject({ status: 422, body: { title: 'Unprocessable Entity' } });
    expect(nul.body.detail).toContain('NUL');
    const { id } = await server.project(admin, 'Via Appia');
    for (const [type, body] of [
      ['multipart/form-data', 'x'],
      [
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx',
      ],
    ] as const) {
      const broken = await admin.send<Problem>('POST', `/projects/files/${id}`, body, {
        'content-type': type,
      });
      expect(broken.status).toBe(400);
      expect(broken.body.detail).toContain('Send it again.');
    }
  });

  it('sorts only by names of the list, not by names every object has', async () => {
    expect((await admin.send('GET', '/roles?orderby=__proto__')).status).toBe(400);
    expect((await admin.send('GET', '/roles?orderby=constructor')).status).toBe(400);
  });

  it('sends the content security policy with every response', async () => {
    const { headers } = await server.send('GET', '/health');
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'wasm-unsafe-eval'`);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cache-control']).toBe('private, no-cache');
  });

  it('reports its health to anyone', async () => {
    const health = must(await server.send<Record<string, string>>('GET', '/health'), 200);
    expect(health).toMatchObject({ status: 'ok', database: engine, storage: 'ok' });
  });

  it('describes every call it serves as OpenAPI', async () => {
    const description = must(
      await server.send<{ paths: Record<string, object> }>('GET', '/openapi.json'),
      200,
    );
    expect(Object.keys(description.paths)).toContain('/api/projects/{id}');
    expect((await server.send<string>('GET', '/docs')).body).toContain('/api/geometries/autosave');
  });

  it('answers 304 to clients that have the version', async () => {
    const role = await server.role(admin, 'Cartographer', []);
    const first = await admin.send('GET', `/roles/roles/${role.role_id}`);
    expect(first.headers.etag).toBe('"1"');
    const again = await admin.send('GET', `/roles/roles/${role.role_id}`, undefined, {
      'if-none-match': '"1"',
    });
    expect(again).toMatchObject({ status: 304, body: '' });
    expect((await admin.send('HEAD', `/roles/roles/${role.role_id}`)).headers.etag).toBe('"1"');
  });

  it('requires the version for a change, and answers a stale one with the current state', async () => {
    const role = await server.role(admin, 'Draughtsman', []);
    const change = (headers: Record<string, string>) =>
      admin.send<Problem>('PUT', `/roles/${role.role_id}`, { role_name: 'Drafter' }, headers);
    expect((await change({})).status).toBe(428);
    expect((await change({ 'if-match': 'nonsense' })).status).toBe(400);
    expect((await change({ 'if-match': '"1"' })).status).toBe(200);
    const stale = await change({ 'if-match': '"1"' });
    expect(stale).toMatchObject({ status: 412, body: { role_name: 'Drafter', version: 2 } });
    expect(stale.headers.etag).toBe('"2"');
  });
});
