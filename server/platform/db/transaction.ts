import type { CopyRows } from './database.ts';
import { DatabaseError, CONNECTION_LOST, TRANSACTION_ABORTED } from './errors.ts';
import type { Scripting } from './engine.ts';

/** How long an open transaction may be idle, in milliseconds. */
const IDLE_LIMIT = 120_000;

/**
 * Runs `work` between begin and commit on one connection.
 *
 * PostgreSQL answers COMMIT of an aborted transaction with a silent ROLLBACK; here that throws, so that code which
 * ignored a failed statement does not believe its rows were committed.
 */
export async function carryOutTransaction<T>(
  connection: Scripting,
  work: (tx: Scripting) => Promise<T>,
  idleLimit = IDLE_LIMIT,
): Promise<T> {
  await connection.query('begin');
  const statements = new Statements(connection, idleLimit);
  try {
    const result = await Promise.race([work(statements), statements.leftIdle]);
    if (statements.failure)
      throw new DatabaseError(
        'The transaction was taken back, because one of its statements had failed.',
        { code: TRANSACTION_ABORTED },
        { cause: statements.failure },
      );
    statements.finish();
    await connection.query('commit');
    return result;
  } catch (thrown) {
    statements.finish();
    await connection.query('rollback').catch((failed: unknown) => {
      // The engine is gone, and the transaction with it.
      if (!(failed instanceof DatabaseError && failed.code === CONNECTION_LOST)) throw failed;
    });
    throw thrown;
  }
}

/** The statements of a transaction: records failures, and refuses statements after its end. */
class Statements implements Scripting {
  failure: unknown;
  readonly leftIdle: Promise<never>;
  #connection: Scripting;
  #idleLimit: number;
  #open = true;
  #running = 0;
  #timer: NodeJS.Timeout | undefined;
  #giveUp: (reason: Error) => void = () => {};

  constructor(connection: Scripting, idleLimit: number) {
    this.#connection = connection;
    this.#idleLimit = idleLimit;
    this.leftIdle = new Promise((_, reject) => (this.#giveUp = reject));
    this.leftIdle.catch(() => {});
    this.#watch();
  }

  async query<Row>(sql: string, params?: readonly unknown[]): Promise<Row[]> {
    const rows = await this.#run(() => this.#connection.query<Row>(sql, params));
    if (/^\s*rollback\s+to\b/i.test(sql)) this.failure = undefined;
    return rows;
  }

  script(sql: string): Promise<void> {
    return this.#run(() => this.#connection.script(sql));
  }

  copy(table: string, columns: readonly string[], rows: CopyRows): Promise<number> {
    return this.#run(() => this.#connection.copy(table, columns, rows));
  }

  finish(): void {
    this.#open = false;
    clearTimeout(this.#timer);
  }

  async #run<T>(statement: () => Promise<T>): Promise<T> {
    if (!this.#open)
      throw new DatabaseError('The transaction has ended; it takes no more statements.', { code: '25P01' });
    this.#running++;
    clearTimeout(this.#timer);
    try {
      return await statement();
    } catch (thrown) {
      this.failure ??= thrown;
      throw thrown;
    } finally {
      if (--this.#running === 0 && this.#open) this.#watch();
    }
  }

  #watch(): void {
    const sentence = `A transaction sent no statement for ${this.#idleLimit / 1000} s and was taken back.`;
    this.#timer = setTimeout(() => {
      this.#giveUp(new DatabaseError(sentence, { code: '25P03' }));
    }, this.#idleLimit);
    this.#timer.unref();
  }
}
