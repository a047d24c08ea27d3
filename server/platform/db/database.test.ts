import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, openTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import type { Engine } from './engine.ts';
import { DatabaseError, TRANSACTION_ABORTED } from './errors.ts';

describe.each(engines)('the database on the %s engine', (engine) => {
  let test: TestDatabase;
  let db: Engine;
  beforeAll(async () => {
    test = await openTestDatabase(engine);
    db = test.db;
    await db.query('create table notes (id int primary key, text text)');
  }, 120_000);
  afterAll(() => test.remove());

  it('reads every type of value the same way', async () => {
    const [row] = await db.query(
      `select 5::int8 as big, 2.5::numeric as num, '2026-11-21 08:22:52.123456+00'::timestamptz as at,
        '2026-11-21'::date as day, array['a','b,c'] as words, array[1,2]::int8[] as bigs, '{"a":[1,null]}'::jsonb as doc,
        '\\x0102ff'::bytea as bytes, null as nothing, true as yes, 1.5::float8 as float,
        array['7f2c1a52-6a3b-4c6e-9c59-0d3b5a1f2c11']::uuid[] as ids`,
    );
    expect({ ...row, bytes: [...(row!['bytes'] as Uint8Array)] }).toEqual({
      big: 5,
      num: 2.5,
      at: '2026-11-21T08:22:52.123Z',
      day: '2026-11-21',
      words: ['a', 'b,c'],
      bigs: [1, 2],
      doc: { a: [1, null] },
      bytes: [1, 2, 255],
      nothing: null,
      yes: true,
      float: 1.5,
      ids: ['7f2c1a52-6a3b-4c6e-9c59-0d3b5a1f2c11'],
    });
  });

  it('accepts every type of parameter the same way', async () => {
    const [row] = await db.query(
      `select $1::jsonb as doc, $2::text[] as words, $3::bytea as bytes, $4::int8 as big, $5::float8 as float,
        $6::timestamptz as at, $7::boolean as yes, $8::uuid as id, $9::text as nothing`,
      [
        JSON.stringify({ a: 'ö' }),
        ['x', 'y"z'],
        Buffer.from([0, 255]),
        9_007_199_254_740_991,
        0.1,
        '2026-01-02T03:04:05.678Z',
        true,
        '7f2c1a52-6a3b-4c6e-9c59-0d3b5a1f2c11',
        null,
      ],
    );
    expect({ ...row, bytes: [...(row!['bytes'] as Uint8Array)] }).toEqual({
      doc: { a: 'ö' },
      words: ['x', 'y"z'],
      bytes: [0, 255],
      big: 9_007_199_254_740_991,
      float: 0.1,
      at: '2026-01-02T03:04:05.678Z',
      yes: true,
      id: '7f2c1a52-6a3b-4c6e-9c59-0d3b5a1f2c11',
      nothing: null,
    });
  });

  it('commits all of a transaction or nothing', async () => {
    await db.transaction((tx) => tx.query('insert into notes values (1, $1)', ['kept']));
    const failing = db.transaction(async (tx) => {
      await tx.query('insert into notes values (2, $1)', ['lost']);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await db.query('select id from notes order by id')).toEqual([{ id: 1 }]);
  });

  it('tells code that ignored a failed statement that nothing was committed', async () => {
    const swallowing = db.transaction(async (tx) => {
      await tx.query('insert into notes values (3, null)');
      await tx.query('insert into notes values (3, null)').catch(() => {});
    });
    await expect(swallowing).rejects.toMatchObject({ code: TRANSACTION_ABORTED });
    expect(await db.query('select id from notes where id = 3')).toEqual([]);
  });

  it('reports the SQLSTATE and constraint of a failed statement', async () => {
    await db.query('insert into notes values (4, null)');
    const refused = await db.query('insert into notes values (4, null)').catch((thrown: unknown) => thrown);
    expect(refused).toBeInstanceOf(DatabaseError);
    expect(refused).toMatchObject({ code: '23505', constraint: 'notes_pkey' });
  });

  it('refuses a statement that bypasses the open transaction', async () => {
    const past = db.transaction(() => db.query('select 1'));
    await expect(past).rejects.toThrow(/through the `tx`/);
  });

  it('refuses a statement after the end of its transaction', async () => {
    let leaked: { query(sql: string): Promise<unknown> } | undefined;
    await db.transaction(async (tx) => {
      leaked = tx;
    });
    await expect(leaked!.query('select 1')).rejects.toThrow(/has ended/);
  });

  it('loads rows through COPY exactly, with backslashes, tabs, line ends and NULL', async () => {
    const text = 'back\\slash\ttab\nline\rreturn \\N ü';
    async function* rows() {
      yield ['10', text];
      yield ['11', null];
    }
    expect(await db.copy('notes', ['id', 'text'], rows())).toBe(2);
    expect(await db.query('select * from notes where id >= 10 order by id')).toEqual([
      { id: 10, text },
      { id: 11, text: null },
    ]);
  });

  it('loads tuples whose buffer is reused for each chunk', async () => {
    // From a chunk smaller than a socket buffer to one many times as large, and back.
    const lengths = [1, 10, 1_000, 3_000_000, 5, 200_000, 2, 70_000, 1];
    const memory = Buffer.alloc(3_000_100);
    async function* binary() {
      for (const [i, length] of lengths.entries()) {
        memory.fill(97 + i);
        // Two fields, each after its length: PostgreSQL's manual, COPY, binary format.
        memory.writeInt16BE(2, 0);
        memory.writeInt32BE(4, 2);
        memory.writeInt32BE(100 + i, 6);
        memory.writeInt32BE(length, 10);
        yield { tuples: memory.subarray(0, 14 + length), rows: 1 };
      }
    }
    expect(await db.copy('notes', ['id', 'text'], { binary: binary() })).toBe(lengths.length);
    const loaded = await db.query(
      'select length(text) as length, left(text, 1) as first, ltrim(text, left(text, 1)) as others from notes where id >= 100 order by id',
    );
    expect(loaded).toEqual(
      lengths.map((length, i) => ({ length, first: String.fromCharCode(97 + i), others: '' })),
    );
  });

  it('rolls back a whole load when its rows end with an error', async () => {
    async function* rows() {
      yield ['20', 'a'];
      throw new Error('the file ended early');
    }
    await expect(db.copy('notes', ['id', 'text'], rows())).rejects.toThrow('the file ended early');
    expect(await db.query('select * from notes where id = 20')).toEqual([]);
  });

  it('receives notifications, those of a transaction only after its commit', async () => {
    const received: string[] = [];
    let wake = () => {};
    const stop = await db.listen('news', (payload) => {
      received.push(payload);
      wake();
    });
    const next = () => new Promise<void>((resolve) => (wake = resolve));
    const first = next();
    await db.notify('news', 'direct');
    await first;
    const second = next();
    await db.transaction(async (tx) => {
      await tx.query('select pg_notify($1, $2)', ['news', 'committed']);
      expect(received).toEqual(['direct']);
    });
    await second;
    expect(received).toEqual(['direct', 'committed']);
    await stop();
  });

  it('turns an exception of the geometry library into an error, and rolls back its transaction', async () => {
    const crossed = `'POLYGON((0 0,2 2,2 0,0 2,0 0))'::geometry, 'POLYGON((0 0,1 2,2 0,0 1,0 0))'::geometry`;
    const failing = db.transaction(async (tx) => {
      await tx.query('insert into notes values (30, null)');
      await tx.query(
        `select st_transform('SRID=4326;POINT(0 5)'::geometry, '+proj=nonsense'), st_intersection(${crossed})`,
      );
    });
    await expect(failing).rejects.toBeInstanceOf(DatabaseError);
    expect(await db.query('select * from notes where id = 30')).toEqual([]);
  });
});
