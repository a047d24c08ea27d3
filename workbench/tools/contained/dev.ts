import { randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ENTRY_FILE, type PackageManifest } from '../../../core/protocol/index.ts';
import { bundlePlugin } from './bundle.ts';
import { whenChanged } from './when-changed.ts';

const LOOPBACK = '127.0.0.1';
/** Without a word for a minute, some proxies close a stream. */
const ALIVE = 20_000;

export interface DevelopmentServer {
  /** To be pasted into the author mode of the workbench. It has a secret, so that no other page can read the code. */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * Serves the plugin of a folder to workbenches in author mode: as it is now, and again after every change. Each message
 * of the stream is a manifest with its code, or the problem that keeps it from being bundled.
 */
export async function servePlugin(
  folder: string,
  port: number,
  tell: (line: string) => void,
): Promise<DevelopmentServer> {
  const secret = randomBytes(12).toString('base64url');
  const readers = new Set<ServerResponse>();
  let last = '';
  const bundle = async () => {
    const message = await messageOf(folder);
    last = JSON.stringify(message);
    const { manifest } = message;
    tell(manifest ? `${manifest.id} ${manifest.version} is bundled` : message.problem);
    for (const reader of readers) reader.write(`data: ${last}\n\n`);
  };
  const server = createServer((request, response) => {
    // Another name that leads here is somebody else's page.
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    if (!['127.0.0.1', 'localhost'].includes(host) || request.url !== `/${secret}`) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    });
    response.write(`data: ${last}\n\n`);
    readers.add(response);
    response.on('close', () => readers.delete(response));
  });
  await bundle();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, LOOPBACK, resolve);
  });
  const watching = whenChanged(folder, bundle);
  const alive = setInterval(() => readers.forEach((reader) => reader.write(':\n\n')), ALIVE);
  const { port: at } = server.address() as AddressInfo;
  return {
    address: `http://${LOOPBACK}:${at}/${secret}`,
    close: async () => {
      clearInterval(alive);
      await watching.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Message = { manifest: PackageManifest; code: string } | { manifest?: undefined; problem: string };

async function messageOf(folder: string): Promise<Message> {
  try {
    const { manifest, files } = await bundlePlugin(folder);
    if (manifest.kind === 'full')
      return {
        problem: `${manifest.id} is a full plugin, which is not tried in author mode: its code would run in the page itself, which lets in no script of other servers. Pack, sign and install it (docs/plugins/outside.md, “Full plugins”).`,
      };
    return { manifest, code: new TextDecoder().decode(files.get(ENTRY_FILE)) };
  } catch (failure) {
    return { problem: failure instanceof Error ? failure.message : String(failure) };
  }
}
