import { createServer, type Server, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { refuseInfected } from './virus-scan.ts';

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** A scanner that speaks as clamd does: it finds the word “virus”, and takes at most 1,000 bytes. */
async function clamd(answer?: (socket: Socket) => void): Promise<{ host: string; port: number }> {
  const server = createServer((socket) => {
    if (answer) return answer(socket);
    let bytes = Buffer.alloc(0);
    socket.on('data', (piece) => {
      bytes = Buffer.concat([bytes, piece]);
      const command = 'zINSTREAM\0';
      if (bytes.length < command.length) return;
      expect(bytes.subarray(0, command.length).toString()).toBe(command);
      let [at, content] = [command.length, ''];
      while (at + 4 <= bytes.length) {
        const length = bytes.readUInt32BE(at);
        if (length === 0)
          return socket.end(`stream: ${content.includes('virus') ? 'Eicar-Test FOUND' : 'OK'}\0`);
        if (at + 4 + length > bytes.length) return;
        content += bytes.subarray(at + 4, at + 4 + length).toString();
        at += 4 + length;
        if (content.length > 1000) return socket.end('INSTREAM size limit exceeded. ERROR\0');
      }
    });
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return { host: '127.0.0.1', port: (server.address() as { port: number }).port };
}

const told = (address: { host: string; port: number }, ...pieces: string[]) =>
  refuseInfected(address, Readable.from(pieces.map((piece) => Buffer.from(piece))), 'plan.pdf').then(
    () => 'kept',
    ({ status, key, values }: { status: number; key: string; values: { found?: string } }) =>
      `${status} ${key} ${values.found ?? ''}`.trim(),
  );

describe('A scanner of viruses', () => {
  it('lets clean contents pass, refuses what it finds, and what is too large to be looked at', async () => {
    const address = await clamd();
    expect(await told(address, 'a clean ', 'plan')).toBe('kept');
    expect(await told(address, 'a vir', 'us')).toBe('422 files.infected Eicar-Test');
    expect(await told(address, ...Array.from({ length: 40 }, () => 'x'.repeat(100)))).toBe(
      '422 files.not-scanned',
    );
  });

  it('that is not there, or says something else, lets nothing pass', async () => {
    const gone = await clamd();
    servers.splice(0).forEach((server) => server.close());
    expect(await told(gone, 'x')).toBe('503 files.scanner-silent');
    expect(await told(await clamd((socket) => socket.end('stream: Out of memory ERROR\0')), 'x')).toBe(
      '503 files.scanner-silent',
    );
    expect(await told(await clamd((socket) => socket.destroy()), 'x')).toBe('503 files.scanner-silent');
  });
});
