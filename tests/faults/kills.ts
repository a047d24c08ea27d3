import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ObjectType, Project, User } from '#core/protocol';
import { embeddedTemplate } from '../../server/testing/embedded-template.ts';
import { startTemporaryPostgresql } from '../../server/testing/postgresql.ts';
import type { EngineName } from '../../server/testing/databases.ts';
import {
  call,
  freePort,
  must,
  settings,
  signIn,
  startProgram,
  startServer,
  type Program,
} from '../processes.ts';
import { Writers, type WriterTarget, type WriteTally } from './writers.ts';

/** A folder, and on PostgreSQL a database, on which a server can be started repeatedly. */
export interface ServerStorage {
  env: Record<string, string>;
  url: string;
  halt(): Promise<void>;
  resume(): Promise<void>;
  remove(): Promise<void>;
}

interface Laying {
  /** Additional settings. */
  settings?: Record<string, string>;
  /** The folder in which it is created. */
  within?: string;
  hasTables?: boolean;
}

export async function layGround(
  engine: EngineName,
  { settings: more, within = os.tmpdir(), hasTables = false }: Laying = {},
): Promise<ServerStorage> {
  const folder = await mkdtemp(path.join(within, 'groma-faults-'));
  const cluster =
    engine === 'postgresql' ? await startTemporaryPostgresql({ durable: true, within }) : undefined;
  const port = String(await freePort());
  const data = path.join(folder, 'data');
  const databaseUrl = await (hasTables ? cluster?.createDatabase() : cluster?.createEmptyDatabase());
  if (hasTables && !cluster)
    await cp(await embeddedTemplate(), path.join(data, 'database'), { recursive: true });
  return {
    url: `http://127.0.0.1:${port}`,
    env: settings({
      PORT: port,
      GROMA_DATA: data,
      DATABASE_URL: databaseUrl ?? '',
      GROMA_DEMO: '0',
      ...more,
    }),
    halt: async () => cluster?.halt(),
    resume: async () => cluster?.resume(),
    remove: async () => {
      await cluster?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A project and a type to write to. */
export async function openPlace(url: string): Promise<WriterTarget> {
  const token = (await signIn(url)).tokens[0]!.token;
  const project = must(await call<Project>(url, token, 'POST', '/projects', { projectName: 'Faults' }), 201);
  must(await call<ObjectType>(url, token, 'POST', '/attributes', { name: 'pole', fields: [] }), 201);
  return { url, token, projectId: project.id, typeName: 'pole' };
}

export interface Outcome {
  kills: number;
  tally: WriteTally;
  /** What was lost or duplicated, a sentence each. */
  wrong: string[];
}

/** Kills a server at random moments, `times` times, while people write; it restarts by itself each time. */
export async function killWhileWriting(engine: EngineName, times: number): Promise<Outcome> {
  const ground = await layGround(engine, { hasTables: true });
  let server: Program | undefined;
  try {
    server = await startServer(ground.env);
    const writers = new Writers(await openPlace(ground.url), 4);
    for (let n = 0; n < times; n++) {
      const before = writers.tally.confirmed;
      while (writers.tally.confirmed === before) await wait(5);
      await wait(Math.random() * 1000);
      await server.end('SIGKILL');
      server = await startServer(ground.env);
    }
    const tally = await writers.stop();
    return { kills: times, tally, wrong: await writers.compare() };
  } finally {
    await server?.end('SIGKILL');
    await ground.remove();
  }
}

/** Kills the first start after `delays` milliseconds, one after the other, then checks what the next start shows. */
export async function killFirstStart(engine: EngineName, delays: readonly number[]): Promise<string[]> {
  const ground = await layGround(engine, { settings: { GROMA_DEMO: '1' } });
  let server: Program | undefined;
  try {
    for (const delay of delays) {
      server = startProgram('start', ground.env);
      await Promise.race([wait(delay), server.untilOutput(/^Groma is ready/m)]);
      await server.end('SIGKILL');
    }
    server = await startServer(ground.env);
    const token = (await signIn(ground.url)).tokens[0]!.token;
    const projects = must(await call<Project[]>(ground.url, token, 'GET', '/projects'), 200);
    const users = must(await call<User[]>(ground.url, token, 'GET', '/users'), 200);
    const seen = `${users.length} users; projects ${projects.map((each) => `${each.projectName} with ${each.objectCount}`).join(', ')}`;
    return seen === '1 users; projects Demo with 60'
      ? []
      : [`After kills at ${delays.join(', ')} ms: ${seen}.`];
  } finally {
    await server?.end('SIGKILL');
    await ground.remove();
  }
}
