import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startTestS3, type TestS3 } from '../../server/testing/s3.ts';
import { startTemporaryPostgresql } from '../../server/testing/postgresql.ts';
import { freePort, settings, signIn, startProgram, type Program } from '../processes.ts';
import { startNginx, type Nginx } from './nginx.ts';

/** Three servers and two workers with one PostgreSQL and one S3 store, behind nginx; they share nothing else. */
export interface MachineSite {
  /** URL of nginx. */
  url: string;
  /** The administrator's token, from any of the servers. */
  token: string;
  servers: Seat[];
  workers: Seat[];
  store: TestS3;
  stop(): Promise<void>;
}

/** One program of the site, which can be killed and replaced. */
export interface Seat {
  url: string;
  program: Program;
  start(): Promise<void>;
}

export async function openSite(): Promise<MachineSite> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'groma-machines-'));
  const cluster = await startTemporaryPostgresql({ durable: true });
  const store = await startTestS3();
  const seats: Seat[] = [];
  let nginx: Nginx | undefined;
  const stop = async () => {
    await nginx?.stop();
    await Promise.all(seats.map(({ program }) => program.end('SIGKILL')));
    await cluster.stop();
    await store.remove();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const databaseUrl = await cluster.createEmptyDatabase();
    const env = settings({
      DATABASE_URL: databaseUrl,
      GROMA_STORAGE: store.url,
      GROMA_TRUST_PROXY: '1',
    });
    const ports = [await freePort(), await freePort(), await freePort()];
    const seat = (script: 'start' | 'worker', own: Record<string, string>): Seat => {
      const machine = path.join(folder, `machine-${seats.length + 1}`);
      const sit = () => startProgram(script, { ...env, GROMA_DATA: machine, ...own });
      const taken: Seat = {
        url: `http://127.0.0.1:${own['PORT'] ?? '0'}`,
        program: sit(),
        start: async () => {
          taken.program = sit();
          await taken.program.untilOutput(/is ready/);
        },
      };
      seats.push(taken);
      return taken;
    };
    // All at once, on an empty database.
    const servers = ports.map((port) => seat('start', { PORT: String(port), GROMA_WORKERS: '0' }));
    const workers = [1, 2].map(() => seat('worker', { GROMA_WORKERS: '2' }));
    await Promise.all(seats.map(({ program }) => program.untilOutput(/is ready/)));
    nginx = await startNginx(folder, await freePort(), ports);
    const token = (await signIn(nginx.url)).tokens[0]!.token;
    return { url: nginx.url, token, servers, workers, store, stop };
  } catch (failure) {
    await stop();
    throw failure;
  }
}
