import path from 'node:path';
import type { Disposable } from '#core/kernel';
import { every } from '../../../base/every.ts';
import type { CopyRows } from '../database.ts';
import { BINARY_END, BINARY_HEADER, copyPieces, copyStatement, quoted } from '../copy-text.ts';
import type { Engine, Scripting } from '../engine.ts';
import { DatabaseError, CONNECTION_LOST } from '../errors.ts';
import { currentLane } from '../lane.ts';
import { asTransaction, outsideTransaction, refuseNesting } from '../nesting.ts';
import { carryOutTransaction } from '../transaction.ts';
import { EngineThread } from './engine-thread.ts';
import { lockFolder, type FolderLock } from './lock.ts';
import { causeOf, openingFailure } from './opening-failure.ts';
import { Turns } from './turns.ts';

export interface EmbeddedOptions {
  /** Flush every commit to disk before acknowledging it. Default: true; tests may turn it off. */
  durable?: boolean;
  /** Statement timeout, milliseconds; one that carries large values has more. */
  statementLimit?: number;
  /** Milliseconds between checkpoints, analyzing and looks at the memory. Default: 5 minutes. */
  tidyEvery?: number;
}

const MINUTE = 60_000;
/**
 * The engine's memory, bytes, above which it is closed and opened again: WebAssembly never gives memory back. It has some
 * 130 MB after opening; an object of a million vertices takes it to 760.
 */
const MOST_MEMORY = 400 * 1024 * 1024;
/** Milliseconds between two such openings: statements wait some seconds for each. */
const BETWEEN_OPENINGS = 60 * MINUTE;
/** More time for each million characters that a statement carries: writing a large object is work, not a runaway. */
const PER_MILLION = 5_000;
const COPY_PIECE = 8 * 1024 * 1024;
/** Rows loaded at once after which a table is analyzed for the planner. */
const ANALYZE_AFTER = 1000;

/** PostGIS inside the process, on a folder locked by it. Throws when another process holds the lock. */
export async function openEmbedded(folder: string, options: EmbeddedOptions = {}): Promise<Engine> {
  const absolute = path.resolve(folder);
  const lock = await lockFolder(absolute);
  try {
    const database = new EmbeddedDatabase(absolute, lock, options);
    await database.open();
    return database;
  } catch (failure) {
    await lock.release();
    throw failure;
  }
}

function charactersOf(values: readonly unknown[]): number {
  return values.reduce<number>(
    (sum, value) =>
      sum + (typeof value === 'string' ? value.length : Array.isArray(value) ? charactersOf(value) : 0),
    0,
  );
}

class EmbeddedDatabase implements Engine {
  readonly engine = 'embedded';
  #folder: string;
  #lock: FolderLock;
  #durable: boolean;
  #limit: number;
  #tidyEvery: number;
  /** When the engine was last opened again for its memory. */
  #shrunk = -Infinity;
  #turns = new Turns();
  #thread: EngineThread | undefined;
  #listeners = new Map<string, Set<(payload: string) => void>>();
  #housekeeping: Disposable | undefined;
  #changes = 0;
  #grown = new Set<string>();
  #closed: Promise<void> | undefined;

  constructor(folder: string, lock: FolderLock, options: EmbeddedOptions) {
    this.#folder = folder;
    this.#lock = lock;
    this.#durable = options.durable ?? true;
    this.#limit = options.statementLimit ?? MINUTE;
    this.#tidyEvery = options.tidyEvery ?? 5 * MINUTE;
  }

  async open(): Promise<void> {
    await this.#current();
    this.#housekeeping = every(this.#tidyEvery, 'Tidying the database', () => this.#tidy());
  }

  query<Row>(sql: string, params: readonly unknown[] = []): Promise<Row[]> {
    refuseNesting();
    return this.#turn((connection) => connection.query<Row>(sql, params));
  }

  copy(table: string, columns: readonly string[], rows: CopyRows): Promise<number> {
    return this.transaction((tx) => tx.copy(table, columns, rows));
  }

  transaction<T>(work: (tx: Scripting) => Promise<T>): Promise<T> {
    return asTransaction(() => this.#turn((connection) => carryOutTransaction(connection, work)));
  }

  async listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>> {
    const hearers = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, hearers.add(listener));
    if (hearers.size === 1)
      await this.#turn(async () => {
        await (await this.#current()).ask({ kind: 'listen', channel }, this.#limit);
      });
    return async () => {
      hearers.delete(listener);
    };
  }

  async notify(channel: string, payload: string): Promise<void> {
    await this.query('select pg_notify($1, $2)', [channel, payload]);
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#end());
  }

  async #end(): Promise<void> {
    this.#housekeeping?.dispose();
    await this.#turns.idle();
    if (this.#thread?.alive) await this.#thread.ask({ kind: 'close' }, MINUTE).catch(() => {});
    await this.#thread?.terminate();
    await this.#lock.release();
  }

  #turn<T>(work: (connection: Scripting) => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('The database is closed.'));
    return this.#turns
      .take(currentLane(), async () => work(this.#connection(await this.#current())))
      .finally(() => this.#measureGrown());
  }

  /** The running engine; reopened after its thread ended. */
  async #current(): Promise<EngineThread> {
    if (this.#thread?.alive) return this.#thread;
    const reopened = this.#thread !== undefined;
    await this.#thread?.ended;
    this.#thread = await EngineThread.start(
      { folder: this.#folder, durable: this.#durable },
      (channel, payload) => {
        for (const listener of this.#listeners.get(channel) ?? []) listener(payload);
      },
    ).catch((failure: Error) => {
      // It worked before: the next statement tries again.
      throw reopened
        ? new DatabaseError(failure.message, { code: CONNECTION_LOST }, { cause: failure })
        : new Error(openingFailure(this.#folder, causeOf(failure)), { cause: failure });
    });
    for (const channel of this.#listeners.keys()) await this.#thread.ask({ kind: 'listen', channel }, MINUTE);
    return this.#thread;
  }

  #connection(thread: EngineThread): Scripting {
    return {
      query: async <Row>(sql: string, params: readonly unknown[] = []) => {
        if (!/^\s*(select|begin|commit|rollback)\b/i.test(sql)) this.#changes++;
        const limit = this.#limit + (charactersOf(params) / 1e6) * PER_MILLION;
        return (await thread.ask({ kind: 'query', sql, params }, limit)) as Row[];
      },
      script: async (sql) => {
        await thread.ask({ kind: 'script', sql }, 2 * MINUTE);
      },
      copy: async (table, columns, rows) => {
        let count = 0;
        const send = async (content: readonly BlobPart[], format: 'text' | 'binary') => {
          const sql = copyStatement(table, columns, `'/dev/blob'`, format);
          await thread.ask({ kind: 'copy', sql, content: new Blob([...content]) }, 2 * MINUTE);
        };
        if ('binary' in rows)
          for await (const piece of rows.binary) {
            await send([BINARY_HEADER, piece.tuples as Uint8Array<ArrayBuffer>, BINARY_END], 'binary');
            count += piece.rows;
          }
        else
          for await (const piece of copyPieces(rows, COPY_PIECE)) {
            await send([piece.text], 'text');
            count += piece.rows;
          }
        this.#changes += count;
        if (count >= ANALYZE_AFTER) this.#grown.add(table);
        return count;
      },
    };
  }

  /** There is no autovacuum: a loaded table is analyzed at once, otherwise its indexes would not be used. */
  #measureGrown(): void {
    for (const table of this.#grown) {
      this.#grown.delete(table);
      outsideTransaction(() => void this.#maintain(`analyze ${quoted(table)}`).catch(() => {}));
    }
  }

  /** There is no checkpointer either. Table by table, so that other statements get their turn. */
  async #tidy(): Promise<void> {
    await this.#maintain('checkpoint');
    await this.#shrink();
    if (this.#changes < ANALYZE_AFTER) return;
    this.#changes = 0;
    const tables = await this.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    for (const { name } of tables) await this.#maintain(`vacuum (analyze) ${quoted(name)}`);
  }

  /** Gives back what large statements have left in use. */
  async #shrink(): Promise<void> {
    if (this.#closed || performance.now() - this.#shrunk < BETWEEN_OPENINGS) return;
    await this.#turns.take('housekeeping', async () => {
      const thread = await this.#current();
      const [bytes] = (await thread.ask({ kind: 'memory' }, MINUTE)) as number[];
      if (bytes! <= MOST_MEMORY) return;
      this.#shrunk = performance.now();
      await thread.ask({ kind: 'close' }, MINUTE).catch(() => {});
      await thread.terminate();
      await this.#current();
    });
  }

  #maintain(sql: string): Promise<unknown> {
    if (this.#closed) return Promise.resolve();
    return this.#turns.take('housekeeping', async () =>
      (await this.#current()).ask({ kind: 'script', sql }, 10 * MINUTE),
    );
  }
}
