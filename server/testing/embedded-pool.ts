import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openEmbedded } from '../platform/db/embedded/embedded.ts';
import type { Engine } from '../platform/db/engine.ts';
import { embeddedTemplate } from './embedded-template.ts';

/** An embedded database that is reused after the test that opened it. */
interface PooledDatabase {
  engine: Engine;
  folder: string;
  /** The columns of its tables when it was new. */
  shape: string;
  /** Size of its tables when it was new, bytes. */
  size: number;
}

/** Opening one takes seconds of a core, emptying it a tenth of one: the next test of this process reuses it. */
const idle: PooledDatabase[] = [];
/** Above this size, dead rows would slow the next tests; bytes. */
const MAX_GROWTH = 64 * 1024 * 1024;

/** A database as after the migrations, for tests that need no durability; closing it returns it to the pool. */
export async function takeEmbedded(): Promise<Engine> {
  const pooled = idle.pop();
  if (!pooled) return lend(await openPooled());
  await empty(pooled.engine);
  return lend(pooled);
}

async function openPooled(): Promise<PooledDatabase> {
  const home = await fs.mkdtemp(path.join(os.tmpdir(), 'groma-pool-'));
  removeWithProcess(home);
  const folder = path.join(home, 'database');
  await fs.cp(await embeddedTemplate(), folder, { recursive: true });
  const engine = await openEmbedded(folder, { durable: false });
  await keepFirstRows(engine);
  return { engine, folder, ...(await look(engine)) };
}

/** Also when this process is killed: the shell notices that the pipe closes. */
function removeWithProcess(folder: string): void {
  const script = 'cat >/dev/null; rm -rf "$0"';
  const child = spawn('sh', ['-c', script, folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  child.unref();
  (child.stdin as unknown as { unref?(): void }).unref?.();
}

const TABLES = `select c.oid, c.relname as name from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'migrations'
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by c.relname`;

/** The few rows that migrations write, kept in a copy to be restored. */
async function keepFirstRows(engine: Engine): Promise<void> {
  await engine.query('create schema first_rows');
  for (const name of await filled(engine))
    await engine.query(`create table first_rows."${name}" as table public."${name}"`);
}

async function filled(engine: Pick<Engine, 'query'>): Promise<string[]> {
  const tables = await engine.query<{ name: string }>(TABLES);
  const each = tables.map(
    ({ name }) => `select '${name}' as name where exists (select from public."${name}")`,
  );
  return (await engine.query<{ name: string }>(each.join(' union all '))).map(({ name }) => name);
}

/** Deletes every row, of the audit trail too, and restores the first ones; sequences start at 1 again. */
async function empty(engine: Engine): Promise<void> {
  await engine.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    for (const name of await filled(tx)) await tx.query(`delete from public."${name}"`);
    const first = await tx.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'first_rows'`,
    );
    for (const { name } of first)
      await tx.query(
        `insert into public."${name}" overriding system value select * from first_rows."${name}"`,
      );
    await tx.query(
      `select setval(format('public.%I', sequencename)::regclass, start_value, false)
       from pg_sequences where schemaname = 'public'`,
    );
  });
}

async function look(engine: Engine): Promise<Pick<PooledDatabase, 'shape' | 'size'>> {
  const [seen] = await engine.query<{ shape: string; size: number }>(
    `select
       (select string_agg(name || ' ' || attname || ' ' || atttypid::regtype, ',' order by name, attnum)
        from (${TABLES}) t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0) as shape,
       (select sum(pg_total_relation_size(oid))::float8 from (${TABLES}) t) as size`,
  );
  return seen!;
}

/** The pooled database for one user, who may close it; later queries of that user are refused, as by a closed one. */
function lend(pooled: PooledDatabase): Engine {
  const { engine } = pooled;
  const underWay = new Set<Promise<unknown>>();
  const hearers = new Set<() => Promise<void>>();
  let closed: Promise<void> | undefined;
  const pass = <T>(work: () => Promise<T>): Promise<T> => {
    if (closed) return Promise.reject(new Error('The database is closed.'));
    const one = work();
    underWay.add(one);
    const done = () => void underWay.delete(one);
    one.then(done, done);
    return one;
  };
  const giveBack = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.allSettled(underWay);
    for (const leave of hearers) await leave();
    const { shape, size } = await look(engine);
    if (shape === pooled.shape && size - pooled.size < MAX_GROWTH) idle.push(pooled);
    else {
      await engine.close();
      await fs.rm(pooled.folder, { recursive: true, force: true });
    }
  };
  return {
    engine: engine.engine,
    query: (sql, params, how) => pass(() => engine.query(sql, params, how)),
    copy: (table, columns, rows) => pass(() => engine.copy(table, columns, rows)),
    transaction: (work) => pass(() => engine.transaction(work)),
    notify: (channel, payload) => pass(() => engine.notify(channel, payload)),
    listen: (channel, onMessage) =>
      pass(async () => {
        const leave = await engine.listen(channel, onMessage);
        hearers.add(leave);
        return leave;
      }),
    close: () => (closed ??= giveBack()),
  };
}
