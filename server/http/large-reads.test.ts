import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ALL_CALLS } from '../../core/protocol/calls.ts';
import { isLargeRead, LARGE_AT_ONCE, LargeReads } from './large-reads.ts';

/** More than the buffers of a socket hold. */
const SIZE = 6 * 1024 * 1024;

describe('large reads', () => {
  let server: http.Server;
  /** Answers that are in memory at this moment, and the most there were. */
  let held: { now: number; most: number };
  let agent: http.Agent;
  beforeEach(async () => {
    const reads = new LargeReads();
    held = { now: 0, most: 0 };
    server = http.createServer((request, response) => {
      void reads.turn(request.headers['jwt'] as string, response).then(() => {
        if (response.destroyed) return;
        held.most = Math.max(held.most, ++held.now);
        response.once('close', () => held.now--);
        response.end(Buffer.alloc(SIZE, 'x'));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    agent = new http.Agent({ maxSockets: Infinity });
  });
  afterEach(async () => {
    agent.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  function ask(jwt: string) {
    const { port } = server.address() as AddressInfo;
    const request = http.get({ port, host: '127.0.0.1', agent, headers: { jwt } });
    request.on('error', () => {});
    const response = new Promise<http.IncomingMessage>((resolve) => request.once('response', resolve));
    const bytes = async () => {
      let size = 0;
      for await (const piece of await response) size += (piece as Buffer).length;
      return size;
    };
    return { request, response, bytes };
  }

  it('of one session are in memory a few at a time, and all are answered', async () => {
    const asked = Array.from({ length: 40 }, () => ask('one'));
    // Nobody reads; another session is served all the same.
    await asked[0]!.response;
    expect(await ask('other').bytes()).toBe(SIZE);
    const sizes = await Promise.all(asked.map(({ bytes }) => bytes()));
    expect(new Set(sizes)).toEqual(new Set([SIZE]));
    // That of the other session is one more.
    expect(held.most).toBeLessThanOrEqual(LARGE_AT_ONCE + 1);
  });

  it('make room when their client is gone, also while they wait', async () => {
    const first = Array.from({ length: LARGE_AT_ONCE }, () => ask('one'));
    await Promise.all(first.map(({ response }) => response));
    const waiting = Array.from({ length: 5 }, () => ask('one'));
    const last = ask('one');
    for (const { request } of [...waiting, ...first]) request.destroy();
    expect(await last.bytes()).toBe(SIZE);
  });

  it('are calls of the API', () => {
    const large = ALL_CALLS.filter(isLargeRead).map(({ id }) => id);
    expect(large).toHaveLength(10);
  });
});
