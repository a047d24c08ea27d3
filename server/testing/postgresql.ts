import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { migrate, readMigrations } from '../platform/db/migrate.ts';
import { openPostgresql } from '../platform/db/postgresql/postgresql.ts';
import { hashOf, template, textOf } from './template.ts';

const run = promisify(execFile);

/** The folder of PostgreSQL's programs, newest version first; undefined when it is not installed. */
export function postgresqlPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env['GROMA_POSTGRESQL_BIN'] ? [process.env['GROMA_POSTGRESQL_BIN']] : []),
    ...versions.map((version) => `${debian}/${version}/bin`),
    '/opt/homebrew/bin',
    '/usr/local/bin',
  ];
  return folders.find((folder) => existsSync(path.join(folder, 'initdb')));
}

export interface TemporaryCluster {
  /** Connection to the maintenance database. */
  url: string;
  /** A fresh database with PostGIS and the program's tables; resolves to its URL. */
  createDatabase(): Promise<string>;
  /** A fresh, empty database. */
  createEmptyDatabase(): Promise<string>;
  /** Stops it as an operator does, until `resume`. */
  halt(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A temporary PostgreSQL on a Unix socket, for tests and benches; it stops with this process, even when that is
 * killed, because a pipe is watched. `durable` keeps fsync on, for realistic figures; `within` is its parent folder.
 */
export async function startTemporaryPostgresql(
  options: { durable?: boolean; within?: string } = {},
): Promise<TemporaryCluster> {
  const programs = postgresqlPrograms();
  if (!programs)
    throw new Error('PostgreSQL is not installed; on Debian: apt-get install postgresql postgis.');
  const migrations = await readMigrations();
  const version = (await run(path.join(programs, 'postgres'), ['--version'])).stdout.trim();
  const prepared = await template(`postgresql-${hashOf(version, textOf(migrations))}`, async (folder) => {
    const owner = databaseOwner();
    await fs.mkdir(folder, { mode: 0o700 });
    if (owner.uid !== undefined) await fs.chown(folder, owner.uid, owner.gid!);
    const flags = [
      '-D',
      folder,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ];
    await run(path.join(programs, 'initdb'), flags, { ...owner, cwd: '/' });
    const server = await startServer(programs, folder, false);
    await withClient(server.url, (client) => client.query('create database groma_template'));
    const db = await openPostgresql(server.url.replace('/postgres?', '/groma_template?'));
    await migrate(db, migrations);
    await db.close();
    await server.stop();
  });
  const home = await fs.mkdtemp(path.join(options.within ?? os.tmpdir(), 'groma-pg-'));
  const owner = databaseOwner();
  if (owner.uid !== undefined) await fs.chown(home, owner.uid, owner.gid!);
  const folder = path.join(home, 'data');
  await run('cp', ['-a', prepared, folder]);
  const server = await startServer(programs, folder, options.durable ?? false, home);
  const create = async (template: string) => {
    const name = `groma_${randomUUID().replaceAll('-', '')}`;
    await withClient(server.url, (client) => client.query(`create database ${name} template ${template}`));
    return server.url.replace('/postgres?', `/${name}?`);
  };
  let resumed: TestPostgresql | undefined;
  return {
    url: server.url,
    createDatabase: () => create('groma_template'),
    createEmptyDatabase: () => create('template0'),
    halt: async () => {
      const stop = ['stop', '--pgdata', folder, '--mode', 'fast'];
      await run(path.join(programs, 'pg_ctl'), stop, { ...owner, cwd: '/' });
    },
    resume: async () => {
      resumed = await startServer(programs, folder, options.durable ?? false);
    },
    stop: async () => {
      await resumed?.stop();
      await server.stop();
      await fs.rm(home, { recursive: true, force: true });
    },
  };
}

interface TestPostgresql {
  url: string;
  stop(): Promise<void>;
}

async function startServer(
  programs: string,
  folder: string,
  durable: boolean,
  remove?: string,
): Promise<TestPostgresql> {
  const owner = databaseOwner();
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'max_connections=60',
    'shared_buffers=256MB',
    'log_min_messages=fatal',
    'max_wal_size=2GB',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ];
  const flags = ['-D', folder, ...settings.flatMap((setting) => ['-c', setting])];
  // The shell outlives a killed parent just long enough to stop the server and remove its folder.
  const watch =
    '"$0" "$@" & server=$!; cat >/dev/null; kill -INT $server; wait $server; [ -z "$REMOVE" ] || rm -rf "$REMOVE"';
  const child = spawn('sh', ['-c', watch, path.join(programs, 'postgres'), ...flags], {
    ...owner,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { ...process.env, REMOVE: remove ?? '' },
    detached: true,
  });
  let output = '';
  child.stderr.on('data', (piece: Buffer) => (output = (output + piece.toString()).slice(-4000)));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `postgresql://postgres@/postgres?host=${encodeURIComponent(folder)}`;
  await untilReady(url, child, () => output);
  child.unref();
  for (const stream of [child.stdin, child.stderr])
    (stream as unknown as { unref?(): void } | null)?.unref?.();
  return {
    url,
    stop: async () => {
      child.ref();
      child.stdin.end();
      await ended;
    },
  };
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const until = Date.now() + 60_000;
  for (;;) {
    try {
      return await withClient(url, async (client) => {
        await client.query('select 1');
      });
    } catch (failure) {
      if (child.exitCode !== null || Date.now() > until)
        throw new Error(`The temporary PostgreSQL did not start: ${output()}`, { cause: failure });
      await wait(50);
    }
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** PostgreSQL refuses to run as root; then it runs as its own user. */
function databaseOwner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((row) => row.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (!uid || !gid) throw new Error('Running as root, the temporary PostgreSQL needs the user `postgres`.');
  return { uid: Number(uid), gid: Number(gid) };
}
