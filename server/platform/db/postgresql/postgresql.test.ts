import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, openTestDatabase, type TestDatabase } from '../../../testing/databases.ts';
import type { Engine } from '../engine.ts';
import { CONNECTION_LOST, QUERY_CANCELED } from '../errors.ts';
import { openPostgresql } from './postgresql.ts';

describe.runIf(engines.includes('postgresql'))('the PostgreSQL engine', () => {
  let test: TestDatabase;
  let db: Engine;
  beforeAll(async () => {
    test = await openTestDatabase('postgresql');
    db = test.db;
    await db.query('create table kept (n int)');
  });
  afterAll(() => test.remove());

  /** Ends every other connection to the database, as a restart of its server does. */
  async function cut(): Promise<void> {
    const client = new pg.Client({ connectionString: test.url });
    await client.connect();
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await client.end();
  }

  /** Waits until the database is running a statement like this. */
  async function underWay(like: string): Promise<void> {
    const client = new pg.Client({ connectionString: test.url });
    await client.connect();
    const sql = `select 1 from pg_stat_activity where state = 'active' and query like $1 and pid <> pg_backend_pid()`;
    while ((await client.query(sql, [like])).rows.length === 0);
    await client.end();
  }

  it('reports a transaction whose connection was cut, keeps nothing of it, and continues', async () => {
    const lost = db.transaction(async (tx) => {
      await tx.query('insert into kept values (1)');
      await cut();
      await tx.query('insert into kept values (2)');
    });
    await expect(lost).rejects.toMatchObject({ code: CONNECTION_LOST });
    expect(await db.query('select * from kept')).toEqual([]);
  });

  it('reports a statement whose connection was cut while it was running, and continues', async () => {
    const reading = db.query(
      `select repeat('x', 5000) from generate_series(1, 100) as n, lateral (select pg_sleep(n - n + 0.2)) as slow`,
    );
    const lost = expect(reading).rejects.toMatchObject({ code: CONNECTION_LOST });
    await underWay('%repeat%');
    await cut();
    await lost;
    expect(await db.query(`select 'there' as here`)).toEqual([{ here: 'there' }]);
  });

  it('listens again after its connection was cut, and notifies listeners, since something may have been missed', async () => {
    const received: string[] = [];
    let wake = () => {};
    const onMessage = (payload: string) => {
      received.push(payload);
      wake();
    };
    const next = () => new Promise<void>((resolve) => (wake = resolve));
    const stop = await db.listen('news', onMessage);
    const again = next();
    await cut();
    await again;
    expect(received).toEqual(['']);
    const after = next();
    await db.notify('news', 'after');
    await after;
    expect(received).toEqual(['', 'after']);
    await stop();
  });

  it('stops a statement that takes too long', async () => {
    const hasty = await openPostgresql(test.url!, { statementLimit: 200 });
    await expect(hasty.query('select pg_sleep(5)')).rejects.toMatchObject({ code: QUERY_CANCELED });
    expect(await hasty.query('select 1 as one')).toEqual([{ one: 1 }]);
    await hasty.close();
  });

  it('caches the plans of frequent statements, at most a hundred', async () => {
    const one = await openPostgresql(test.url!, { connections: 1 });
    for (const n of [7, 8])
      expect(await one.query('select $1::int as n', [n], { often: true })).toEqual([{ n }]);
    for (let n = 0; n < 120; n++) await one.query(`select ${n}`, [], { often: true });
    await one.query('select 1 as once');
    const stored = await one.query<{ statement: string; used: number }>(
      'select statement, custom_plans + generic_plans as used from pg_prepared_statements order by prepare_time, name',
    );
    expect(stored).toHaveLength(100);
    expect(stored.find(({ statement }) => statement.includes('$1'))!.used).toBe(2);
    await one.close();
  });

  it('names the database that cannot be reached, without its password', async () => {
    const opening = openPostgresql('postgresql://someone:secret-word@127.0.0.1:9/none');
    await expect(opening).rejects.toThrow(
      /^The database at postgresql:\/\/someone@127\.0\.0\.1:9\/none cannot be used: .*Check DATABASE_URL/,
    );
  });
});
