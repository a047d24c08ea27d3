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

  /** `/stream` is answered for ever, as the event stream is. */
  async function listen(firstRequest?: number): Promise<void> {
    server = http.createServer(({ url }, response) =>
      url === '/stream' ? response.write('here') : response.end('here'),
    );
    limitConnections(server, LIMIT, firstRequest);
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
  const STREAM = WHOLE.replace('/', '/stream');
  const first = ({ answered, closed }: Awaited<ReturnType<typeof connect>>) =>
    Promise.race([answered, closed]);

  it('that stay with half a request make room for those that send one', async () => {
    await listen(0);
    const [oldest, second] = [await connect(HALF), await connect(HALF)];
    const third = await connect(HALF);
    expect(await oldest.closed).toBe('closed');
    expect(await first(await connect(WHOLE))).toContain('200 OK');
    expect(await second.closed).toBe('closed');
    for (let n = 0; n < 5 * LIMIT; n++) await connect(HALF);
    expect(await third.closed).toBe('closed');
    expect(await first(await connect(WHOLE))).toContain('200 OK');
  });

  it('are all served when an office opens them at the same moment, and their requests come a little later', async () => {
    await listen();
    const office = [];
    for (let n = 0; n < LIMIT; n++) office.push(await connect(''));
    for (const socket of sockets) socket.write(WHOLE);
    for (const each of office) expect(await first(each)).toContain('200 OK');
  });

  it('that are idle make room when the address has all it may have, the longest first', async () => {
    await listen();
    const streams = [];
    for (let n = 0; n < LIMIT - 2; n++) streams.push(await connect(STREAM));
    for (const each of streams) expect(await first(each)).toContain('200 OK');
    const [one, two] = [await connect(WHOLE), await connect(WHOLE)];
    expect([await first(one), await first(two)]).toEqual([
      expect.stringContaining('200 OK'),
      expect.stringContaining('200 OK'),
    ]);
    // The first of the two asks once more: the other is idle for longer now.
    const again = new Promise<string>((resolve) =>
      sockets.at(-2)!.once('data', (data) => resolve(data.toString())),
    );
    sockets.at(-2)!.write(WHOLE);
    expect(await again).toContain('200 OK');
    expect(await first(await connect(WHOLE))).toContain('200 OK');
    expect(await two.closed).toBe('closed');
    expect(streams.length + 2).toBe(LIMIT);
    expect(sockets.filter(({ closed }) => closed)).toHaveLength(1);
  });

  it('that all have half a request make room for one that has a whole one', async () => {
    await listen();
    for (let n = 0; n < 3 * LIMIT; n++) await connect(HALF);
    expect(await first(await connect(WHOLE))).toContain('200 OK');
  });

  it('are closed beyond its limit if all are in use, without those of another address, until there is room again', async () => {
    await listen();
    for (let n = 0; n < LIMIT; n++) expect(await first(await connect(STREAM))).toContain('200 OK');
    expect(await first(await connect(WHOLE))).toBe('closed');
    expect(await first(await connect(WHOLE, '127.0.0.2'))).toContain('200 OK');
    const gone = new Promise((resolve) => sockets[0]!.once('close', resolve));
    sockets[0]!.destroy();
    await gone;
    // The server learns of it a moment later.
    let again = await connect(WHOLE);
    while ((await first(again)) === 'closed') again = await connect(WHOLE);
    expect(await again.answered).toContain('200 OK');
  });
});
