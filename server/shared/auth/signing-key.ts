import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../../platform/db/database.ts';

const NAME = 'signing-key';

/**
 * The key that signs session tokens, created at the first start. With the embedded database it is a file that only
 * the server's user can read; with PostgreSQL it is in the database, so that several servers accept each other's
 * tokens. 32 random bytes (HS256).
 */
export async function signingKey(db: Database, data: string): Promise<Uint8Array> {
  return db.engine === 'embedded' ? fromFile(path.join(data, 'signing.key')) : fromDatabase(db);
}

async function fromFile(file: string): Promise<Uint8Array> {
  try {
    await fs.writeFile(file, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 });
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
  }
  const key = Buffer.from(await fs.readFile(file, 'utf8'), 'base64');
  if (key.length !== 32)
    throw new Error(
      `The signing key in ${file} is damaged. Delete the file; everyone will have to sign in again.`,
    );
  return key;
}

async function fromDatabase(db: Database): Promise<Uint8Array> {
  await db.query('insert into settings (name, value) values ($1, $2) on conflict do nothing', [
    NAME,
    randomBytes(32).toString('base64'),
  ]);
  const [row] = await db.query<{ value: string }>('select value from settings where name = $1', [NAME]);
  return Buffer.from(row!.value, 'base64');
}
