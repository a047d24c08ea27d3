import http from 'node:http';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareEnding } from './ending.ts';

describe('the end of the HTTP side', () => {
  let app: FastifyInstance;
  let port: number;
  let answer: () => void;
  let end: () => Promise<void>;
  const requested: { arrived: () => void }[] = [];

  /** Milliseconds. */
  const PATIENCE = 1000;
  const prepare = async (patience: number) => {
    app = Fastify({ forceCloseConnections: 'idle' });
    const answered = new Promise<void>((resolve) => (answer = resolve));
    app.get('/quick', async () => 'quick');
    app.get('/slow', async () => {
      for (const { arrived } of requested.splice(0)) arrived();
      await answered;
      return 'finished';
    });
    end = prepareEnding(app, { draining: () => {}, patience });
    await app.listen({ host: '127.0.0.1', port: 0 });
    port = (app.server.address() as net.AddressInfo).port;
  };
  beforeEach(() => prepare(30 * PATIENCE));
  afterEach(() => end());

  const agent = () => new http.Agent({ keepAlive: true, maxSockets: 1 });
  const get = (path: string, by: http.Agent) =>
    new Promise<http.IncomingMessage>((resolve, reject) => {
      http.get({ host: '127.0.0.1', port, path, agent: by }, resolve).once('error', reject);
    });
  const slowRequest = () => new Promise<void>((resolve) => requested.push({ arrived: resolve }));
  const time = async (work: Promise<unknown>) => {
    const start = performance.now();
    await work;
    return performance.now() - start;
  };

  it('closes a connection kept open for a next request, and one on which nothing was ever said', async () => {
    await text(await get('/quick', agent()));
    const silent = net.connect(port, '127.0.0.1');
    await new Promise((resolve) => app.server.once('connection', resolve));
    const closed = new Promise((resolve) => silent.once('close', resolve));
    silent.on('error', () => {});
    silent.resume();
    expect(await time(end())).toBeLessThan(30 * PATIENCE);
    await closed;
  });

  it('answers the request under way, then closes its connection without waiting for another', async () => {
    const arrived = slowRequest();
    const response = get('/slow', agent());
    await arrived;
    const ending = end();
    const refused = new Promise<string | undefined>((resolve) => {
      const late = net.connect(port, '127.0.0.1', () => resolve(undefined));
      late.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    });
    expect(await refused).toBe('ECONNREFUSED');
    answer();
    expect(await time(ending)).toBeLessThan(30 * PATIENCE);
    expect(await text(await response)).toBe('finished');
  });

  it('cuts a request that is not answered in time', async () => {
    await end();
    await prepare(PATIENCE);
    const arrived = slowRequest();
    const response = get('/slow', agent()).catch((failure: NodeJS.ErrnoException) => failure.code);
    await arrived;
    expect(await time(end())).toBeGreaterThan(0.9 * PATIENCE);
    expect(await response).toBe('ECONNRESET');
  });
});
