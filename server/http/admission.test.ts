import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { admit } from './admission.ts';
import { sendProblem } from './problem.ts';

const MB = 1024 * 1024;

describe('concurrent request bodies', () => {
  let app: FastifyInstance;
  let begun: { request: http.ClientRequest; status: Promise<number>; detail: Promise<string> }[];
  beforeEach(async () => {
    app = Fastify({ bodyLimit: 64 * MB });
    app.setErrorHandler((thrown, request, reply) => sendProblem(thrown, request, reply));
    admit(app, 5 * MB);
    app.post('/body', async () => 'taken');
    await app.listen({ host: '127.0.0.1', port: 0 });
    begun = [];
  });
  afterEach(async () => {
    for (const { request } of begun) request.destroy();
    await app.close();
  });

  /** Announces a body of this size and sends only its first part, until `finish`. */
  function begin(size: number) {
    const { port } = app.server.address() as AddressInfo;
    const request = http.request({
      host: '127.0.0.1',
      port,
      path: '/body',
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': String(size) },
    });
    const response = new Promise<http.IncomingMessage>((resolve, reject) => {
      request.once('response', resolve);
      request.once('error', reject);
    });
    response.catch(() => {});
    const status = response.then((answer) => answer.statusCode!);
    status.catch(() => {});
    const detail = response.then(async (answer) => {
      const body = await text(answer);
      return body.startsWith('{') ? (JSON.parse(body) as { detail: string }).detail : body;
    });
    detail.catch(() => {});
    request.write('"');
    begun.push({ request, status, detail });
    return { request, status, detail, finish: () => request.end(`${'x'.repeat(size - 2)}"`) };
  }
  const arrived = () => new Promise((resolve) => app.server.once('request', resolve));

  it('are refused where they would exceed what the server can hold, until there is room again', async () => {
    const first = begin(3 * MB);
    await arrived();
    const second = begin(3 * MB);
    expect(await second.status).toBe(503);
    expect(await second.detail).toMatch(/^The server is busy with other uploads\./);
    const small = begin(1000);
    small.finish();
    expect(await small.status).toBe(200);
    first.finish();
    expect(await first.detail).toBe('taken');
    const third = begin(3 * MB);
    third.finish();
    expect(await third.status).toBe(200);
  });

  it('release their room when they are interrupted', async () => {
    const first = begin(3 * MB);
    await arrived();
    const gone = new Promise((resolve) =>
      app.server.getConnections(() =>
        app.server.once('request', (_, response) => response.once('close', resolve)),
      ),
    );
    const broken = begin(1 * MB + 1);
    await arrived();
    broken.request.destroy();
    await gone;
    first.finish();
    expect(await first.status).toBe(200);
    const whole = begin(5 * MB);
    whole.finish();
    expect(await whole.status).toBe(200);
  });
});
