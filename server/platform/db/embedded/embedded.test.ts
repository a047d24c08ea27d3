import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, runArguments } from '../../../base/programs.ts';
import { embeddedTemplate } from '../../../testing/embedded-template.ts';
import type { Engine } from '../engine.ts';
import { CONNECTION_LOST, QUERY_CANCELED } from '../errors.ts';
import { migrate, readMigrations } from '../migrate.ts';
import { openEmbedded } from './embedded.ts';

const WRITER = new URL('../../../testing/writer.ts', import.meta.url);

describe('the embedded engine', () => {
  let folder: string;
  let home: string;
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    home = await fs.mkdtemp(path.join(os.tmpdir(), 'groma-embedded-'));
    folder = path.join(home, 'database');
    await fs.cp(await embeddedTemplate(), folder, { recursive: true });
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await fs.rm(home, { recursive: true, force: true });
  });

  /** One database for a group of tests: opening takes seconds. */
  function opened(statementLimit?: number): { readonly db: Engine } {
    const stored = {} as { db: Engine };
    beforeAll(async () => {
      stored.db = await openEmbedded(folder, { durable: false, statementLimit });
      return () => stored.db.close();
    });
    return stored;
  }

  describe('with runaway statements', () => {
    const stored = opened(2000);

    it('stops them, reopens, and has kept what was committed', async () => {
      const { db } = stored;
      await db.query('create table kept (n int)');
      await db.query('insert into kept values (1)');
      const failing = db.transaction(async (tx) => {
        await tx.query('insert into kept values (2)');
        await tx.query('select count(*) from generate_series(1, 100000000000) n');
      });
      const waiting = db.query('select n from kept order by n');
      await expect(failing).rejects.toMatchObject({ code: QUERY_CANCELED });
      expect(await waiting).toEqual([{ n: 1 }]);
    });

    it('gives those that carry large values more time', async () => {
      const large = ['x'.repeat(300_000), 'x'.repeat(300_000)];
      const [row] = await stored.db.query('select cardinality($1::text[]) as n from pg_sleep(2.5)', [large]);
      expect(row).toEqual({ n: 2 });
    });

    it('reports a lost transaction, and receives notifications after reopening', async () => {
      const { db } = stored;
      const received: string[] = [];
      let wake = () => {};
      await db.listen('after', (payload) => {
        received.push(payload);
        wake();
      });
      const lost = db.transaction(async (tx) => {
        await tx.query('select count(*) from generate_series(1, 100000000000) n').catch(() => {});
        await tx.query('insert into kept values (3)');
      });
      await expect(lost).rejects.toMatchObject({
        code: expect.stringMatching(`${CONNECTION_LOST}|${QUERY_CANCELED}`) as unknown,
      });
      const next = new Promise<void>((resolve) => (wake = resolve));
      await db.notify('after', 'here again');
      await next;
      expect(received).toEqual(['here again']);
      expect(await db.query('select n from kept order by n')).toEqual([{ n: 1 }]);
    });
  });

  it('gives the memory of a large statement back', async () => {
    const db = await openEmbedded(folder, { durable: false, tidyEvery: 500 });
    const megabytes = () => process.memoryUsage().rss / 1024 ** 2;
    try {
      await db.query('set application_name = large');
      const [row] = await db.query(`select length(repeat('x', 400000000)) as n`);
      expect(row).toEqual({ n: 400_000_000 });
      const large = megabytes();
      const nameOf = async () =>
        (await db.query<{ name: string }>(`select current_setting('application_name') as name`))[0]!.name;
      await expect.poll(nameOf, { interval: 300 }).not.toBe('large');
      await expect.poll(() => large - megabytes()).toBeGreaterThan(200);
      // Not at every look: it works on.
      await db.query('set application_name = large');
      await db.query('checkpoint');
      expect(await nameOf()).toBe('large');
    } finally {
      await db.close();
    }
  });

  describe('in normal operation', () => {
    const stored = opened();

    it('has one owner; a second process is told which one', async () => {
      await expect(openEmbedded(folder)).rejects.toThrow(
        `The data folder ${folder} is in use by process ${process.pid}. Stop that server first, or set GROMA_DATA to another folder.`,
      );
    });

    it('still works after thousands of failed statements', async () => {
      const { db } = stored;
      // Each leaks stack: without the guard none would be left after 1,860.
      for (let i = 0; i < 2000; i++) await db.query('select no_such_function()').catch(() => {});
      expect(await db.query('select 1 as one')).toEqual([{ one: 1 }]);
    });

    it('refuses a database changed by a newer program', async () => {
      const { db } = stored;
      const migrations = await readMigrations();
      await db.query(`insert into migrations (name) values ('9999-from-the-future.sql')`);
      await expect(migrate(db, migrations)).rejects.toThrow(
        'The database has been changed by a newer Groma (migration 9999-from-the-future.sql is not known here).',
      );
      await db.query(`delete from migrations where name like '9999%'`);
      await migrate(db, migrations);
    });

    it('rolls back a failed migration completely', async () => {
      const { db } = stored;
      const migrations = await readMigrations();
      const broken = {
        name: '9000-broken.sql',
        sql: 'create table half (a int); select no_such_function();',
      };
      await expect(migrate(db, [...migrations, broken])).rejects.toThrow(/no_such_function/);
      expect(await db.query(`select to_regclass('half') as half`)).toEqual([{ half: null }]);
    });
  });

  it('is readable by its user alone from the first start on', async () => {
    // The template is what a first start has made.
    expect((await fs.stat(await embeddedTemplate())).mode & 0o777).toBe(0o700);
  });

  it('says what to do with a folder that is damaged', async () => {
    const damaged = path.join(home, 'damaged');
    await fs.mkdir(damaged);
    await fs.writeFile(path.join(damaged, 'PG_VERSION'), '17\n');
    await expect(openEmbedded(damaged)).rejects.toThrow(
      /damaged cannot be opened .* restore the folder from a backup/,
    );
    // Without its version it is no empty folder either: what is left stays.
    await fs.rename(path.join(damaged, 'PG_VERSION'), path.join(damaged, 'pg_control'));
    await expect(openEmbedded(damaged)).rejects.toThrow(
      /contains files, but no PG_VERSION.* restore the folder/,
    );
    expect(await fs.readdir(damaged)).toEqual(['pg_control']);
  });

  it('loses no acknowledged commit, and keeps no partial transaction, when its process is killed', async () => {
    let acknowledged = 0;
    for (const round of [1, 2]) {
      acknowledged = await writeAndKill(acknowledged + 1, 40 * round);
      const db = await openEmbedded(folder, { durable: false });
      const rows = await db.query<{ halves: number; last: number }>(
        'select count(*) as halves, max(number) as last from written',
      );
      await db.close();
      // The statement running at the kill may have committed without its acknowledgement being read.
      expect(rows[0]!.last).toBeGreaterThanOrEqual(acknowledged);
      expect(rows[0]!.last).toBeLessThanOrEqual(acknowledged + 1);
      expect(rows[0]!.halves).toBe(2 * rows[0]!.last);
      acknowledged = rows[0]!.last;
    }
  }, 180_000);

  /** Resolves to the last number whose commit was acknowledged before the kill -9, after at least `min` of them. */
  function writeAndKill(from: number, min: number): Promise<number> {
    const child = spawn(process.execPath, [...runArguments(WRITER), folder, String(from)], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    return new Promise((resolve, reject) => {
      let output = '';
      let failed = '';
      child.stderr.on('data', (piece: Buffer) => (failed += piece.toString()));
      child.stdout.on('data', (piece: Buffer) => {
        output += piece.toString();
        if (output.split('\n').length > min) child.kill('SIGKILL');
      });
      child.once('close', () => {
        const numbers = output.split('\n').filter(Boolean);
        if (numbers.length === 0) reject(new Error(`The writer wrote nothing: ${failed}`));
        else resolve(Number(numbers.at(-1)));
      });
    });
  }
});
