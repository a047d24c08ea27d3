import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HttpError } from '../../base/http-error.ts';
import { serve, type HttpServer, type Reply } from '../../../tests/http-server.ts';
import { isPublicAddress } from './addresses.ts';
import { hostOf, openOutgoing, type Outgoing } from './fetch.ts';

describe('an address', () => {
  it.each(['8.8.8.8', '151.101.1.6', '2a00:1450:4002::200e', '::ffff:8.8.8.8'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['127.0.0.1', 'loopback'],
    ['0.0.0.0', 'this host'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'shared by a provider'],
    ['169.254.169.254', "a cloud's metadata"],
    ['198.18.0.1', 'for measuring'],
    ['203.0.113.9', 'for documentation'],
    ['224.0.0.1', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['::1', 'loopback'],
    ['::', 'unspecified'],
    ['::ffff:127.0.0.1', 'loopback, mapped'],
    ['::ffff:a9fe:a9fe', 'metadata, mapped'],
    ['::127.0.0.1', 'loopback, compatible'],
    ['64:ff9b::7f00:1', 'loopback through NAT64'],
    ['2002:7f00:1::', 'loopback through 6to4'],
    ['2001:0:1::', 'Teredo'],
    ['fe80::1', 'link-local'],
    ['fd00:ec2::254', 'metadata, unique local'],
    ['ff02::1', 'multicast'],
    ['not an address', 'nothing'],
  ])('%s is not public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('a request to another server', () => {
  let service: HttpServer;
  let reply: (path: string) => Reply | Promise<Reply>;
  let internal: string[];
  const open: Outgoing[] = [];
  beforeAll(async () => {
    service = await serve(({ path }) => reply(path));
    internal = [hostOf(service.url)];
  });
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
    service.requests.length = 0;
  });
  afterAll(() => service.close());

  /** With custom name resolution; `service.test` is the server above. */
  function outgoing(names: Record<string, string[]> = {}): Outgoing {
    const one = openOutgoing(async (name) => {
      const found = { 'service.test': ['127.0.0.1'], ...names }[name];
      if (!found) throw new Error(`${name} is unknown`);
      return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    });
    open.push(one);
    return one;
  }
  const named = () => `http://service.test:${new URL(service.url).port}`;
  const errorOf = async (promise: Promise<unknown>) => {
    const thrown = await promise.then(
      () => undefined,
      (failure: unknown) => failure,
    );
    expect(thrown).toBeInstanceOf(HttpError);
    return [(thrown as HttpError).status, (thrown as HttpError).key];
  };

  it.each([
    'http://127.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f000001:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://169.254.169.254/latest/meta-data/',
    'http://service.test:PORT/',
    'http://rebinding.test:PORT/',
  ])('does not reach %s when a person names it', async (address) => {
    reply = () => ({ json: 'a secret' });
    const url = address.replace('PORT', new URL(service.url).port);
    const door = outgoing({ 'rebinding.test': ['10.0.0.5', '127.0.0.1'] });
    expect(await errorOf(door.fetch(url))).toEqual([422, 'outgoing.internal']);
    expect(service.requests).toEqual([]);
  });

  it.each([
    'file:///etc/passwd',
    'ftp://example.org',
    'gopher://example.org',
    'example.org',
    'http://a:b@example.org',
  ])('refuses the URL %s', async (address) => {
    expect(await errorOf(outgoing().fetch(address))).toEqual([422, 'outgoing.address']);
  });

  it("reaches an internal host that the operator's settings name, by its name, and no other port of it", async () => {
    reply = () => ({ json: { said: 'hello' } });
    const door = outgoing();
    const answer = await door.fetch(`${named()}/auth`, {
      internal: [hostOf(named())],
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
    });
    expect([answer.status, await answer.json()]).toEqual([200, { said: 'hello' }]);
    expect(service.requests).toMatchObject([{ method: 'POST', path: '/auth', body: '{"a":1}' }]);
    expect(service.requests[0]!.headers.host).toBe(new URL(named()).host);
    const other = door.fetch('http://service.test:8099/', { internal: [hostOf(named())] });
    expect(await errorOf(other)).toEqual([422, 'outgoing.internal']);
    // The open connection is not reused by a request that may not reach it.
    expect(await errorOf(door.fetch(`${named()}/auth`))).toEqual([422, 'outgoing.internal']);
    expect(service.requests).toHaveLength(1);
  });

  it('checks redirects again', async () => {
    const port = new URL(service.url).port;
    reply = (path) =>
      path === '/start'
        ? { status: 302, headers: { location: `http://localhost:${port}/secret` } }
        : { json: 'reached' };
    const door = outgoing({ localhost: ['127.0.0.1'] });
    expect(await errorOf(door.fetch(`${service.url}/start`, { internal }))).toEqual([
      422,
      'outgoing.internal',
    ]);
    expect(service.requests.map(({ path }) => path)).toEqual(['/start']);
  });

  it('follows five redirects, sends credentials to no other host, and never resends a body', async () => {
    reply = (path) =>
      path === '/5'
        ? { json: 'there' }
        : { status: 307, headers: { location: `/${Number(path.slice(1)) + 1}` } };
    const door = outgoing();
    const answer = await door.fetch(`${service.url}/0`, { internal });
    expect(await answer.json()).toBe('there');
    reply = () => ({ status: 301, headers: { location: '/again' } });
    const circle = door.fetch(service.url, { internal });
    expect(await errorOf(circle)).toEqual([502, 'outgoing.redirects']);
    const posted = door.fetch(service.url, { internal, method: 'POST', body: 'secret' });
    expect(await errorOf(posted)).toEqual([502, 'outgoing.redirects']);

    service.requests.length = 0;
    reply = (path) => (path === '/a' ? { status: 302, headers: { location: `${named()}/b` } } : { json: 1 });
    const both = [...internal, hostOf(named())];
    await (await door.fetch(`${service.url}/a`, { internal: both, headers: { authorization: 'x' } })).json();
    expect(service.requests.map(({ headers }) => headers.authorization)).toEqual(['x', undefined]);
  });

  it('ends a response that is too long, counted after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(3_000_000));
    expect(bomb.length).toBeLessThan(10_000);
    reply = () => ({ headers: { 'content-encoding': 'gzip' }, body: bomb });
    const answer = await outgoing().fetch(service.url, { internal, maxBytes: 1_000_000 });
    expect(await errorOf(answer.arrayBuffer())).toEqual([502, 'outgoing.too-large']);
  });

  it('gives up on a server that sends nothing, and on one that trickles', async () => {
    reply = () => new Promise(() => {});
    expect(await errorOf(outgoing().fetch(service.url, { internal, timeout: 100 }))).toEqual([
      504,
      'outgoing.too-slow',
    ]);
    reply = () => ({ stream: (response) => void response.write('one byte and then none') });
    const answer = await outgoing().fetch(service.url, { internal, timeout: 300 });
    expect(await errorOf(answer.text())).toEqual([504, 'outgoing.too-slow']);
  });

  it('names the server that cannot be reached', async () => {
    expect(await errorOf(outgoing().fetch('http://nowhere.test/'))).toEqual([502, 'outgoing.unreachable']);
    const closed = await serve(() => ({}));
    await closed.close();
    const gone = outgoing().fetch(closed.url, { internal: [hostOf(closed.url)] });
    expect(await errorOf(gone)).toEqual([502, 'outgoing.unreachable']);
  });
});
