import path from 'node:path';
import { sentenceOf } from '#core/kernel';
import type { FastifyInstance } from 'fastify';
import { administratorLoginToken, prepareFirstStart } from '../shared/auth/first-start.ts';
import { weaknessOf } from '../shared/auth/common-passwords.ts';
import { beginSession, endSessionsOf } from '../shared/auth/sessions.ts';
import { opening } from '../base/opening.ts';
import { openServices } from './compose.ts';
import type { Queries } from '../platform/db/database.ts';
import { atSavepoint, joined } from '../platform/db/joined.ts';
import type { Engine } from '../platform/db/engine.ts';
import { openDatabase } from './open-database.ts';
import { makeDemo } from './demo.ts';
import { buildApp } from './app.ts';
import { prepareEnding } from '../http/ending.ts';
import type { ServerConfig } from '../base/config/server-config.ts';
import type { Services, JobServices } from '../platform/services/services.ts';
import { notifyOffsets } from '../api/imports/notify-offsets.ts';
import { RESOURCES } from './resources.ts';
import type { JobQueue } from '../platform/services/queue.ts';
import { renewRoles } from '../shared/roles/renew.ts';

export interface RunningServer {
  /** URL it listens on: `http://127.0.0.1:3000`. */
  url: string;
  /** Finishes running requests, then closes everything. */
  stop(): Promise<void>;
}

export interface RunOptions {
  openJobs: (services: JobServices) => Promise<JobQueue>;
  /** Resolves when dist/ contains the workbench; meanwhile the database is prepared. */
  built?: Promise<void>;
  /** If it is already being opened; this server closes it. */
  database?: Promise<Engine>;
  /** Receives messages for the operator. */
  print: (line: string) => void;
}

/** Lifetime of the token that creates the demo project. */
const DEMO_SECONDS = 3600;

const DIST = path.resolve(import.meta.dirname, '../../dist');

/** Runs the whole server. Throws an error with a message for the operator. */
export function runServer(
  config: ServerConfig,
  { openJobs, print, built, database }: RunOptions,
): Promise<RunningServer> {
  return opening(async (lifetime) => {
    const db = await (database ?? openDatabase(config));
    const { services, close } = await openServices(db, config, openJobs);
    lifetime.add(close);
    await built;
    await startFirst(services, db, print);
    const app = await buildApp({ services, routes: RESOURCES, dist: DIST });
    const end = prepareEnding(app, {
      draining: () => (services.draining = true),
      drain: (config.drainSeconds ?? 0) * 1000,
    });
    lifetime.add(end);
    await listen(app, config);
    const url = addressOf(app, config);
    config.publicUrl ??= url;
    const token = await administratorLoginToken(db, config);
    print(`Groma is ready: ${token ? `${url}/auth/${token}` : url}`);
    return { url, stop: () => lifetime.disposeAsync() };
  });
}

/** The first start is one transaction: a process that is killed meanwhile starts over. */
async function startFirst(services: Services, db: Engine, print: RunOptions['print']): Promise<void> {
  const first = await prepareFirstStart(db, services.config, (tx, { userId }) =>
    addDemo(services, tx, userId, print),
  );
  if (!first) {
    await renewRoles(db);
    await notifyOffsets(services).catch((failure: unknown) => print(sentenceOf(failure)));
  }
  const { adminPassword } = services.config;
  if (first && adminPassword && weaknessOf(adminPassword, { ...first, name: '', organizations: [] }))
    print('GROMA_ADMIN_PASSWORD is one of those that are guessed first. Change it after signing in.');
  if (first?.password)
    print(`The administrator ${first.email} has the password ${first.password} (shown only now).`);
}

async function listen(app: FastifyInstance, config: ServerConfig): Promise<void> {
  const { host, port } = config;
  await app.listen({ host, port }).catch((failure: unknown) => {
    const sentence = SENTENCES[(failure as NodeJS.ErrnoException).code ?? '']?.({ host, port });
    throw sentence === undefined ? failure : new Error(sentence, { cause: failure });
  });
}

/** Creates the demo project as this person, within `tx`. A failure is only reported. */
async function addDemo(
  services: Services,
  tx: Queries,
  userId: string,
  print: RunOptions['print'],
): Promise<void> {
  if (!services.config.demo) return;
  const within = { ...services, db: joined(services.db, tx) };
  const app = await buildApp({ services: within, routes: RESOURCES });
  try {
    await atSavepoint(tx, async () => {
      // However long it takes on a slow machine, and whatever lifetime tokens of people have.
      const signing = { ...services.signing, tokenSeconds: DEMO_SECONDS };
      const { tokens } = await beginSession(tx, signing, userId);
      await makeDemo(app, tokens[0]!.token);
      await endSessionsOf(tx, userId);
    });
  } catch (failure) {
    print(sentenceOf(failure));
  }
}

const UNKNOWN_HOST = ({ host }: Pick<ServerConfig, 'host'>) =>
  `HOST=${host} is not known. Set it to an address of this machine, or to 0.0.0.0 for all.`;
/** What the operator reads when the server cannot listen, by the system's code. */
const SENTENCES: Readonly<Record<string, (at: Pick<ServerConfig, 'host' | 'port'>) => string>> = {
  EADDRINUSE: ({ host, port }) =>
    `Port ${port} on ${host} is taken by another program. Stop that one, or set PORT to another number.`,
  EACCES: ({ port }) =>
    `This user may not listen on port ${port}. Set PORT to 1024 or higher, and let a proxy listen on ${port}.`,
  EADDRNOTAVAIL: ({ host }) =>
    `HOST=${host} is no address of this machine. Set it to one, or to 0.0.0.0 for all.`,
  ENOTFOUND: UNKNOWN_HOST,
  EAI_AGAIN: UNKNOWN_HOST,
};

/** The URL from this machine; a server that listens on all interfaces is localhost. */
function addressOf(app: FastifyInstance, config: ServerConfig): string {
  const listening = app.server.address();
  const port = listening && typeof listening === 'object' ? listening.port : config.port;
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
