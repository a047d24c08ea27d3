/**
 * `GROMA_SERVERS=3` runs the journeys with three servers for one, which share a PostgreSQL and an S3 store: each request goes to
 * the next of them, as through a load balancer without memory.
 */
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { startTemporaryPostgresql } from '../../server/testing/postgresql.ts';
import { startTestS3 } from '../../server/testing/s3.ts';

export const SERVERS = Number(process.env.GROMA_SERVERS ?? 1);

/** A database and a store of files for servers that share them. */
export async function startShared(): Promise<{
  settings: Record<string, string>;
  stop: () => Promise<void>;
}> {
  const cluster = await startTemporaryPostgresql();
  const store = await startTestS3();
  return {
    settings: { DATABASE_URL: await cluster.createDatabase(), GROMA_STORAGE: store.url },
    stop: async () => {
      await cluster.stop();
      await store.remove();
    },
  };
}

/** Listens at `port` and passes each request to the next of `ports`. */
export async function startBalancer(
  host: string,
  port: number,
  ports: readonly number[],
): Promise<{ stop: () => Promise<void> }> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing, { host, port: ports[turn++ % ports.length]!, agent });
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return {
    stop: () => {
      agent.destroy();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  to: { host: string; port: number; agent: Agent },
): void {
  const { method, url, headers } = incoming;
  const passed = request({ ...to, method, path: url, headers, setHost: false }, (answer) => {
    outgoing.writeHead(answer.statusCode!, answer.rawHeaders);
    outgoing.flushHeaders();
    answer.pipe(outgoing);
    answer.once('error', () => outgoing.destroy());
  });
  passed.once('error', () => outgoing.destroy());
  outgoing.once('close', () => passed.destroy());
  incoming.pipe(passed);
}
