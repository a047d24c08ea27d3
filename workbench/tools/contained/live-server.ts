import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { whenChanged } from './when-changed.ts';

const LOOPBACK = '127.0.0.1';
/** Without a word for a minute, some proxies close a stream. */
const ALIVE = 20_000;

export interface LiveServer {
  readonly origin: string;
  close(): Promise<void>;
}

interface Served {
  readonly folder: string;
  readonly port: number;
  /** The path of the stream. */
  readonly path: string;
  /** Returns the message that the stream sends now, and after every change of the folder. */
  readonly read: () => Promise<object>;
  /** Other paths. */
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => void;
}

/** Serves to this machine alone what a folder contains, as a stream with a message after every change. */
export async function serveLive({ folder, port, path, read, answer }: Served): Promise<LiveServer> {
  const readers = new Set<ServerResponse>();
  let message = '';
  const send = async () => {
    message = `data: ${JSON.stringify(await read())}\n\n`;
    for (const reader of readers) reader.write(message);
  };
  const server = createServer((request, response) => {
    // Another name that leads here is somebody else's page.
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    if (![LOOPBACK, 'localhost'].includes(host)) response.writeHead(404).end();
    else if (request.url === path) stream(response);
    else if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  const stream = (response: ServerResponse) => {
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    });
    response.write(message);
    readers.add(response);
    response.on('close', () => readers.delete(response));
  };
  await send();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, LOOPBACK, resolve);
  });
  const watching = whenChanged(folder, send);
  const alive = setInterval(() => readers.forEach((reader) => reader.write(':\n\n')), ALIVE);
  const { port: at } = server.address() as AddressInfo;
  return {
    origin: `http://${LOOPBACK}:${at}`,
    close: async () => {
      clearInterval(alive);
      await watching.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
