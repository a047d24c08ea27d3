import type { CopyRows } from '../database.ts';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BINARY_END, BINARY_HEADER, copyPieces, copyStatement } from '../copy-text.ts';
import type { Engine, Scripting } from '../engine.ts';
import { DatabaseError, CONNECTION_LOST } from '../errors.ts';
import { asTransaction, outsideTransaction, refuseNesting } from '../nesting.ts';
import { carryOutTransaction } from '../transaction.ts';
import { Listener } from './listener.ts';
import { types } from './types.ts';

export interface PostgresqlOptions {
  /** Statement timeout, milliseconds. */
  statementLimit?: number;
  connections?: number;
}

/** The code of PostgreSQL for “the database system is starting up”. */
const STARTING = '57P03';
/** An arbitrary advisory lock number. */
const EXTENSION_LOCK = 47_664;
const COPY_PIECE = 256 * 1024;
const SOCKET_HOLDS = 64 * 1024;

/**
 * The database frees what a process holds (mainly locks) soon after its machine was switched off or froze: within 30
 * + 3 x 10 s where the connection is dead, and before the client's own limit for an idle transaction has passed
 * twice.
 */
const GONE_CLIENTS = {
  tcp_keepalives_idle: 30,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 60_000,
  idle_in_transaction_session_timeout: 150_000,
};

function settings(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** A PostgreSQL server with PostGIS. Throws when it cannot be reached or PostGIS is not available. */
export async function openPostgresql(url: string, options: PostgresqlOptions = {}): Promise<Engine> {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 10,
    types,
    application_name: 'groma',
    connectionTimeoutMillis: 10_000,
    options: settings({
      timezone: 'UTC',
      statement_timeout: options.statementLimit ?? 60_000,
      jit: 'off',
      // Starting parallel workers takes longer than most queries; the planner overestimates PostGIS functions.
      parallel_setup_cost: 100_000,
      ...GONE_CLIENTS,
    }),
  });
  // A connection lost while idle is replaced on next use.
  pool.on('error', () => {});
  const database = new PostgresqlDatabase(pool, new Listener(url));
  try {
    (await connected(pool).catch(rethrow)).release();
    await needPostgis(database);
  } catch (failure) {
    await pool.end();
    throw new Error(
      `The database at ${withoutPassword(url)} cannot be used: ${reasonOf(failure)} ` +
        'Check DATABASE_URL, and that PostGIS is installed there.',
      { cause: failure },
    );
  }
  return database;
}

/** Milliseconds for which a database that is starting, or answers late, is asked again. */
const START_LIMIT = 60_000;

/** A first connection. A program that is starting may itself be too busy to hear the answer in time. */
async function connected(pool: pg.Pool): Promise<pg.PoolClient> {
  for (const end = Date.now() + START_LIMIT; ; await wait(500))
    try {
      return await pool.connect();
    } catch (failure) {
      const { code, message } = failure as Error & { code?: string };
      const isPassing = code === STARTING || message.endsWith('connection timeout');
      if (!isPassing || Date.now() > end) throw failure;
    }
}

/** When several servers start on an empty database, one creates the extension. */
async function needPostgis(db: Engine): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [EXTENSION_LOCK]);
    const [there] = await tx.query(`select 1 from pg_extension where extname = 'postgis'`);
    if (!there) await tx.query('create extension postgis');
  });
}

class PostgresqlDatabase implements Engine {
  readonly engine = 'postgresql';
  #pool: pg.Pool;
  #plans = new PlanNames();
  #listener: Listener;
  #closed: Promise<void> | undefined;

  constructor(pool: pg.Pool, listener: Listener) {
    this.#pool = pool;
    this.#listener = listener;
  }

  async query<Row>(
    sql: string,
    params: readonly unknown[] = [],
    { often = false }: { often?: boolean } = {},
  ): Promise<Row[]> {
    refuseNesting();
    return ask<Row>(this.#pool, sql, params, often ? this.#plans.nameOf(sql) : undefined);
  }

  copy(table: string, columns: readonly string[], rows: CopyRows): Promise<number> {
    return this.transaction((tx) => tx.copy(table, columns, rows));
  }

  transaction<T>(work: (tx: Scripting) => Promise<T>): Promise<T> {
    return asTransaction(() => this.#withClient((client) => carryOutTransaction(scripting(client), work)));
  }

  async #withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await outsideTransaction(() => this.#pool.connect()).catch(rethrow);
    // A lost connection fails the running statement, which tells the caller.
    const ignore = () => {};
    client.on('error', ignore);
    let connectionError: Error | undefined;
    try {
      return await work(client);
    } catch (thrown) {
      if (thrown instanceof DatabaseError && thrown.code === CONNECTION_LOST) connectionError = thrown;
      throw thrown;
    } finally {
      client.off('error', ignore);
      client.release(connectionError);
    }
  }

  listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>> {
    return this.#listener.listen(channel, listener);
  }

  async notify(channel: string, payload: string): Promise<void> {
    await this.query('select pg_notify($1, $2)', [channel, payload]);
  }

  close(): Promise<void> {
    return (this.#closed ??= Promise.all([this.#listener.close(), this.#pool.end()]).then(() => {}));
  }
}

const MAX_PLANS = 100;

/** Names under which each connection caches prepared statements; beyond a hundred they are planned each time. */
class PlanNames {
  #names = new Map<string, string>();

  nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known !== undefined || this.#names.size >= MAX_PLANS) return known;
    const name = `groma_${this.#names.size}`;
    this.#names.set(sql, name);
    return name;
  }
}

function scripting(client: pg.PoolClient): Scripting {
  return {
    query: (sql, params = []) => ask(client, sql, params),
    script: async (sql) => {
      await client.query(sql).catch(rethrow);
    },
    copy: async (table, columns, rows) => {
      let count = 0;
      const pieces = async function* (): AsyncGenerator<string | Uint8Array> {
        if (!('binary' in rows)) {
          for await (const piece of copyPieces(rows, COPY_PIECE)) {
            count += piece.rows;
            yield piece.text;
          }
          return;
        }
        yield BINARY_HEADER;
        for await (const piece of rows.binary) {
          count += piece.rows;
          // Small chunks may still be in the socket's buffer when the next one is requested: they are copied.
          yield piece.tuples.length > SOCKET_HOLDS ? piece.tuples : Uint8Array.from(piece.tuples);
        }
        yield BINARY_END;
      };
      // A load takes as long as its rows take to arrive; its job limits it instead.
      await ask(client, 'set local statement_timeout = 0', []);
      const format = 'binary' in rows ? 'binary' : 'text';
      const sink = client.query(copyFrom(copyStatement(table, columns, 'stdin', format)));
      // Requests a chunk when the previous one has been sent.
      await pipeline(pieces(), sink).catch(rethrow);
      return count;
    },
  };
}

async function ask<Row>(
  on: pg.Pool | pg.PoolClient,
  sql: string,
  params: readonly unknown[],
  name?: string,
): Promise<Row[]> {
  try {
    return (await on.query(configOf(sql, params, name))).rows as Row[];
  } catch (thrown) {
    return rethrow(thrown);
  }
}

function configOf(text: string, params: readonly unknown[], name: string | undefined): pg.QueryConfig {
  return { text, values: [...params], ...(name && { name }) };
}

/** Turns PostgreSQL errors into DatabaseError, a lost connection into one with ENGINE_LOST; other errors are kept. */
function rethrow(thrown: unknown): never {
  if (thrown instanceof pg.DatabaseError) {
    const { code = 'XX000', constraint, table, detail } = thrown;
    const isLost = /^(57P0[1-3]|25P03|08...|53[^1]..)$/.test(code);
    throw new DatabaseError(thrown.message, {
      code: isLost ? CONNECTION_LOST : code,
      constraint,
      table,
      detail,
    });
  }
  if (thrown instanceof Error && isLine(thrown))
    throw new DatabaseError(
      `The database cannot be reached: ${reasonOf(thrown)}`,
      { code: CONNECTION_LOST },
      { cause: thrown },
    );
  throw thrown;
}

/** Returns whether it is a connection error, by Node's code or the driver's message. */
function isLine(failure: Error & { code?: unknown }): boolean {
  return (
    /^(ECONN|EPIPE|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)/.test(String(failure.code)) ||
    /\bconnect E[A-Z]+|Connection terminated|ECONNRE|EPIPE|not queryable|timeout exceeded/.test(
      failure.message,
    )
  );
}

function reasonOf(failure: unknown): string {
  const text =
    failure instanceof Error
      ? failure.message || String((failure as NodeJS.ErrnoException).code)
      : String(failure);
  return text.endsWith('.') ? text : `${text}.`;
}

function withoutPassword(url: string): string {
  return url.replace(/\/\/([^:@/]*):[^@/]*@/, '//$1@');
}
