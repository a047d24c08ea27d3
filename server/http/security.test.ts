import fs from 'node:fs/promises';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '#core/protocol';
import { startTestServer, type TestPerson, type TestServer } from '../testing/server.ts';

describe('the door to the network', () => {
  let server: TestServer;
  let admin: TestPerson;
  let port: number;
  const sockets: net.Socket[] = [];
  beforeAll(async () => {
    server = await startTestServer({ engine: 'embedded', config: { trustProxy: true } });
    admin = await server.admin();
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    port = (server.app.server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await server?.close();
  });

  /** A connection on which `text` has been sent and nothing is read. */
  async function send(text: string): Promise<net.Socket> {
    const socket = net.connect(port, '127.0.0.1');
    sockets.push(socket);
    await new Promise((resolve) => socket.once('connect', resolve));
    await new Promise((resolve) => socket.write(text, resolve));
    return socket;
  }
  const health = async () => (await fetch(`http://127.0.0.1:${port}/api/health`)).status;

  it('lets pages run only their own scripts, forbids framing, and sends no referrer to other sites', async () => {
    const { headers } = await server.send('GET', '/health');
    const [ours, paths] = String(headers['content-security-policy']).split(', ');
    // Of this origin, and there only of these folders.
    const assets = 'http://*:*/assets/ https://*:*/assets/';
    expect(paths).toBe(
      `script-src ${assets} ${assets.replaceAll('assets', 'extensions')} 'wasm-unsafe-eval';worker-src ${assets} blob:`,
    );
    // WebKit, and so Safari, lets nothing in by a wildcard without a scheme.
    expect(paths).not.toMatch(/ \*/);
    const policy = new Map(ours!.split(';').map((line) => [line.split(' ')[0]!, line] as const));
    expect(policy.get('script-src')).toBe(`script-src 'self' 'wasm-unsafe-eval'`);
    expect(policy.get('connect-src')).toBe(`connect-src 'self' blob: data:`);
    expect(policy.get('img-src')).toBe(`img-src 'self' data: blob: https://tile.openstreetmap.org`);
    expect(policy.get('default-src')).toBe(`default-src 'self'`);
    for (const [, line] of policy) expect(line).not.toMatch(/ (\*|https?:|wss?:)( |$)/);
    expect(policy.get('object-src')).toBe(`object-src 'none'`);
    expect(policy.get('frame-ancestors')).toBe(`frame-ancestors 'none'`);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    });
  });

  it('fits the page of the workbench: it contains no inline script or handler', async () => {
    const page = await fs.readFile(new URL('../../index.html', import.meta.url), 'utf8');
    const scripts = [...page.matchAll(/<script\b([^>]*)>([^<]*)/g)];
    expect(scripts).toHaveLength(1);
    for (const [, attributes, text] of scripts)
      expect([/\bsrc="\//.test(attributes!), text]).toEqual([true, '']);
    expect(page).not.toMatch(/\son\w+=/i);
  });

  it('keeps browsers on TLS once they came by it, and only then', async () => {
    const byTls = await server.send('GET', '/health', undefined, { 'x-forwarded-proto': 'https' });
    expect(byTls.headers['strict-transport-security']).toBe('max-age=31536000');
    expect((await server.send('GET', '/health')).headers['strict-transport-security']).toBeUndefined();
  });

  it('accepts no cookies: what browsers send automatically authenticates nobody', async () => {
    const answer = await server.send<Problem>('GET', '/me', undefined, {
      cookie: `jwt=${admin.token}; token=${admin.token}`,
    });
    expect(answer.status).toBe(401);
  });

  it('serves others while many clients never finish their requests', async () => {
    await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        send(
          i % 2 === 0
            ? 'GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: '
            : `POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"em`,
        ),
      ),
    );
    expect(await health()).toBe(200);
  });

  it('serves others while clients do not read their responses', async () => {
    const ask = 'GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n';
    await Promise.all(Array.from({ length: 10 }, async () => (await send(ask.repeat(20))).pause()));
    expect(await health()).toBe(200);
  });

  it('refuses headers that are too large', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { 'x-large': 'x'.repeat(20_000) };
      http
        .get({ port, host: '127.0.0.1', path: '/api/health', headers }, (answer) =>
          resolve(answer.statusCode),
        )
        .once('error', reject);
    });
    expect(status).toBe(431);
  });

  it('refuses JSON nested too deep, with a message', async () => {
    const deep = `{"name":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
    const answer = await admin.send<Problem>('POST', '/organizations', deep);
    expect([answer.status, answer.body.title]).toEqual([400, 'Bad Request']);
  });
});
