import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { limitConnections } from './connections.ts';

const LIMIT = 16;

describe('connections of one address', () => {
  let server: http.Server;
  const sockets: net.Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  async function listen(): Promise<void> {
    server = http.createServer((_, response) => response.end('here'));
    limitConnections(server, LIMIT);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }
  /** Connects and sends `text`; `closed` resolves when the server closes the connection. */
  async function connect(text: string, localAddress = '127.0.0.1') {
    const { port } = server.address() as AddressInfo;
    const arrived = new Promise((resolve) => server.once('connection', resolve));
    const socket = net.connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => {});
    sockets.push(socket);
    const closed = new Promise<string>((resolve) => socket.once('close', () => resolve('closed')));
    const answered = new Promise<string>((resolve) =>
      socket.once('data', (data) => resolve(data.toString())),
    );
    socket.write(text);
    await arrived;
    return { closed, answered };
  }
  const HALF = 'GET / HTTP/1.1\r\nHost: groma\r\nX-';
  const WHOLE = 'GET / HTTP/1.1\r\nHost: groma\r\n\r\n';

  it('that have sent only half a request make room for those that send one', async () => {
    await listen();
    const [first, second] = [await connect(HALF), await connect(HALF)];
    const third = await connect(HALF);
    expect(await first.closed).toBe('closed');
    const asking = await connect(WHOLE);
    expect(await Promise.race([asking.answered, asking.closed])).toContain('200 OK');
    expect(await second.closed).toBe('closed');
    for (let n = 0; n < 5 * LIMIT; n++) await connect(HALF);
    expect(await third.closed).toBe('closed');
    const late = await connect(WHOLE);
    expect(await Promise.race([late.answered, late.closed])).toContain('200 OK');
  });

  it('are closed beyond its limit, without those of another address, until there is room again', async () => {
    await listen();
    for (let n = 0; n < LIMIT; n++) {
      const { answered } = await connect(WHOLE);
      expect(await answered).toContain('200 OK');
    }
    const beyond = await connect(WHOLE);
    expect(await Promise.race([beyond.answered, beyond.closed])).toBe('closed');
    const other = await connect(WHOLE, '127.0.0.2');
    expect(await other.answered).toContain('200 OK');

    const left = new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
    expect(await left).toBe(LIMIT + 1);
    const gone = new Promise((resolve) => sockets[0]!.once('close', resolve));
    sockets[0]!.destroy();
    await gone;
    // The server learns of it a moment later.
    let again = await connect(WHOLE);
    while ((await Promise.race([again.answered, again.closed])) === 'closed') again = await connect(WHOLE);
    expect(await again.answered).toContain('200 OK');
  });
});
