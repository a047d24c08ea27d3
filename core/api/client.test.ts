import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { AppError, isAbort } from '#core/kernel';
import { defineCall, getPreferences, listUsers, login, projectHeaders, updateUser } from '#core/protocol';
import { serve, type ReceivedRequest, type HttpServer, type Reply } from '#tests/http-server';
import { HttpApi } from './client.ts';

const ID = '0b2f9a64-6a3c-4c53-9c8e-1f6a5f3f2d10';
let server: HttpServer;
afterEach(() => server.close());

async function apiOver(
  answer: (request: ReceivedRequest) => Reply | Promise<Reply>,
  session: { token?: string; refresh?: (refused: string) => Promise<string> } = {},
  more: { slow?: boolean } = {},
) {
  server = await serve(answer);
  const credentials = {
    token: session.token,
    refresh: vi.fn(session.refresh ?? (() => Promise.reject(new Error('unexpected refresh')))),
  };
  const api = new HttpApi({
    base: `${server.url}/api`,
    credentials,
    language: () => 'it',
    texts: {
      unreachable: () => 'Nobody answers.',
      timeout: () => 'Too late.',
      unexplained: (status) => `Error ${status}.`,
    },
    ...more,
  });
  return { api, credentials };
}
const failureOf = async (work: Promise<unknown>): Promise<AppError> => {
  try {
    await work;
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown;
    throw thrown;
  }
  throw new Error('It did not fail.');
};

describe('a call', () => {
  it('sends path, query, body, token, language and version as documented', async () => {
    const { api } = await apiOver(() => ({ headers: { etag: '"4"' }, json: { id: ID } }), { token: 'T' });
    const answer = await api.call(updateUser, { params: { id: ID }, body: { name: 'Ada' }, ifMatch: '3' });
    expect(answer).toMatchObject({ status: 200, version: 4, data: { id: ID } });
    expect(server.requests[0]).toMatchObject({
      method: 'PUT',
      path: `/api/users/${ID}`,
      body: '{"name":"Ada"}',
      headers: { jwt: 'T', 'accept-language': 'it', 'if-match': '"3"', 'content-type': 'application/json' },
    });
  });

  it('sends the given query parameters, and returns the total count', async () => {
    const { api } = await apiOver(() => ({ headers: { 'x-total-count': '120' }, json: [] }), { token: 'T' });
    const answer = await api.call(listUsers, { query: { search: 'a b&c', page: 2 } });
    expect(answer.total).toBe(120);
    expect(server.requests[0]?.path).toBe('/api/users?search=a+b%26c&page=2');
  });

  it('sends no token if none is needed', async () => {
    const { api } = await apiOver(() => ({ json: {} }), { token: 'T' });
    await api.call(login, { body: { email: 'a@b.it', password: 'x' } });
    expect(server.requests[0]?.headers.jwt).toBeUndefined();
  });

  it('sends its own headers', async () => {
    const { api } = await apiOver(() => ({ json: [] }), { token: 'T' });
    const call = defineCall({
      id: 'x',
      method: 'GET',
      path: '/x',
      summary: '',
      authorization: 'signed-in',
      headers: projectHeaders,
    });
    await api.call(call, { headers: { projectid: ID, type: 'a%2Cb,c' } });
    expect(server.requests[0]?.headers).toMatchObject({ projectid: ID, type: 'a%2Cb,c' });
  });

  it('uploads fields before the file', async () => {
    const { api } = await apiOver(() => ({ json: {} }), { token: 'T' });
    const call = defineCall({
      id: 'x',
      method: 'POST',
      path: '/x',
      summary: '',
      authorization: 'signed-in',
      upload: true,
      body: z.object({ crs: z.optional(z.string()), commit: z.string() }),
    });
    const file = Object.assign(new Blob(['content']), { name: 'plots.zip' });
    await api.call(call, { body: { commit: 'true' }, file });
    const { body = '', headers } = server.requests[0]!;
    expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(body.indexOf('name="commit"')).toBeGreaterThan(0);
    expect(body.indexOf('name="file"; filename="plots.zip"')).toBeGreaterThan(body.indexOf('name="commit"'));
    expect(body).not.toContain('name="crs"');
  });

  it('returns bytes with their ETag, and no data if nothing has changed', async () => {
    const { api } = await apiOver(
      ({ headers }) =>
        headers['if-none-match'] === '"t1"'
          ? { status: 304, headers: { etag: '"t1"' } }
          : { headers: { etag: '"t1"' }, body: new Uint8Array([1, 2, 3]) },
      { token: 'T' },
    );
    const first = await api.bytes(getPreferences, { params: { id: ID } });
    expect([...new Uint8Array(first.data!)]).toEqual([1, 2, 3]);
    expect(first).toMatchObject({ etag: '"t1"', status: 200 });
    const again = await api.bytes(getPreferences, { params: { id: ID } }, { ifNoneMatch: '"t1"' });
    expect(again).toEqual({ data: undefined, etag: '"t1"', status: 304 });
  });
});

describe('a call that fails', () => {
  it('throws the message of the server, with status and problem', async () => {
    const problem = {
      type: 'about:blank',
      title: 'Forbidden',
      status: 403,
      detail: 'Ti serve admin.users.',
    };
    const { api } = await apiOver(() => ({ status: 403, json: problem }), { token: 'T' });
    expect(await failureOf(api.call(listUsers, {}))).toMatchObject({
      id: 'http',
      message: 'Ti serve admin.users.',
      status: 403,
      cause: problem,
    });
  });

  it('throws the message of a binary call, too', async () => {
    const { api } = await apiOver(() => ({ status: 404, json: { detail: 'No such tile.' } }), { token: 'T' });
    const failure = await failureOf(api.bytes(getPreferences, { params: { id: ID } }));
    expect(failure).toMatchObject({ message: 'No such tile.', status: 404 });
  });

  it('streams a response, and throws the message of the server where it begins with an error', async () => {
    let fails = false;
    const { api } = await apiOver(() =>
      fails
        ? { status: 422, json: { status: 422, detail: 'Too many points.' } }
        : { headers: { 'content-type': 'application/octet-stream' }, body: 'one after the other' },
    );
    const stream = await api.stream(getPreferences, { params: { id: ID } });
    expect(await new Response(stream).text()).toBe('one after the other');
    fails = true;
    expect(await failureOf(api.stream(getPreferences, { params: { id: ID } }))).toMatchObject({
      status: 422,
      message: 'Too many points.',
    });
  });

  it('explains a response without a message, no response, and a timeout', async () => {
    const { api } = await apiOver(
      ({ path }) => (path.includes('users') ? { status: 500, body: '<html>' } : new Promise(() => undefined)),
      { token: 'T' },
    );
    expect(await failureOf(api.call(listUsers, {}))).toMatchObject({ message: 'Error 500.', status: 500 });
    const late = defineCall({
      id: 'x',
      method: 'GET',
      path: '/late',
      summary: '',
      authorization: 'public',
      timeout: 30,
    });
    expect(await failureOf(api.call(late, {}))).toMatchObject({ message: 'Too late.', status: undefined });
    await server.close();
    expect(await failureOf(api.call(late, {}))).toMatchObject({
      message: 'Nobody answers.',
      status: undefined,
    });
  });

  it('waits twice as long in slow mode', async () => {
    const { api } = await apiOver(() => new Promise(() => undefined), {}, { slow: true });
    const late = defineCall({
      id: 'x',
      method: 'GET',
      path: '/x',
      summary: '',
      authorization: 'public',
      timeout: 60,
    });
    const begun = performance.now();
    await failureOf(api.call(late, {}));
    // 2 × 60 ms; timers may be a millisecond early.
    expect(performance.now() - begun).toBeGreaterThan(115);
  });

  it('throws an abort as an abort', async () => {
    const { api } = await apiOver(() => new Promise(() => undefined), { token: 'T' });
    const abort = new AbortController();
    const call = api.call(listUsers, {}, { signal: abort.signal });
    abort.abort();
    expect(isAbort(await call.catch((thrown: unknown) => thrown))).toBe(true);
  });

  it('names a missing parameter', async () => {
    const { api } = await apiOver(() => ({}), { token: 'T' });
    const failure = await failureOf(api.call(getPreferences, { params: { id: '' } }));
    expect(failure.message).toBe("The call /preferences/:id was made without 'id'.");
  });
});

describe('an expired token (406)', () => {
  const onlyNew = ({ headers }: ReceivedRequest): Reply =>
    headers.jwt === 'new' ? { json: [] } : { status: 406, json: { detail: 'expired' } };

  it('is renewed, and the call is repeated once', async () => {
    const { api, credentials } = await apiOver(onlyNew, {
      token: 'old',
      refresh: () => Promise.resolve('new'),
    });
    expect((await api.call(listUsers, {})).status).toBe(200);
    expect(credentials.refresh).toHaveBeenCalledExactlyOnceWith('old');
    expect(server.requests.map(({ headers }) => headers.jwt)).toEqual(['old', 'new']);
  });

  it('is not renewed twice for one call', async () => {
    const { api, credentials } = await apiOver(onlyNew, {
      token: 'old',
      refresh: () => Promise.resolve('odd'),
    });
    expect(await failureOf(api.call(listUsers, {}))).toMatchObject({ status: 406, message: 'expired' });
    expect(credentials.refresh).toHaveBeenCalledTimes(1);
    expect(server.requests).toHaveLength(2);
  });

  it('fails with the error of the refresh', async () => {
    const ended = new AppError('signed-out', 'Sign in again.');
    const { api } = await apiOver(onlyNew, { token: 'old', refresh: () => Promise.reject(ended) });
    expect(await failureOf(api.call(listUsers, {}))).toBe(ended);
  });

  it('does not repeat a call that was aborted meanwhile', async () => {
    const abort = new AbortController();
    const { api } = await apiOver(onlyNew, {
      token: 'old',
      refresh: () => {
        abort.abort();
        return Promise.resolve('new');
      },
    });
    const thrown = await api.call(listUsers, {}, { signal: abort.signal }).catch((error: unknown) => error);
    expect(isAbort(thrown)).toBe(true);
    expect(server.requests).toHaveLength(1);
  });
});
