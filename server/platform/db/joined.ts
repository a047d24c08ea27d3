import type { Database, Queries } from './database.ts';

/**
 * A database whose statements and transactions all run in one open transaction: code written for a Database happens
 * completely or not at all. Transactions run one after the other; listening is not supported.
 */
export function joined(db: Database, tx: Queries): Database {
  return {
    engine: db.engine,
    query: (sql, params) => tx.query(sql, params),
    copy: (table, columns, rows) => tx.copy(table, columns, rows),
    transaction: (work) => atSavepoint(tx, () => work(tx)),
    listen: () => Promise.reject(new Error('Nobody listens within a transaction.')),
    notify: async (channel, payload) => {
      await tx.query('select pg_notify($1, $2)', [channel, payload]);
    },
    close: () => Promise.resolve(),
  };
}

/** Rolls back what `work` wrote when it throws, and keeps what was written before. */
export async function atSavepoint<T>(tx: Queries, work: () => Promise<T>): Promise<T> {
  await tx.query('savepoint part');
  try {
    const result = await work();
    await tx.query('release savepoint part');
    return result;
  } catch (thrown) {
    await tx.query('rollback to savepoint part');
    await tx.query('release savepoint part');
    throw thrown;
  }
}
