import path from 'node:path';
import { openEmbedded } from '../platform/db/embedded/embedded.ts';

/**
 * Writes numbered rows to the embedded database of a folder, two in each transaction, and prints each number on
 * stdout once its commit is confirmed; until it is killed. Run as `node --import tsx server/testing/writer.ts FOLDER
 * FROM`.
 */
const [folder = '', from = '1'] = process.argv.slice(2);
const db = await openEmbedded(path.resolve(folder));
await db.query('create table if not exists written (number int, half int, primary key (number, half))');
for (let number = Number(from); ; number++) {
  await db.transaction(async (tx) => {
    await tx.query('insert into written (number, half) values ($1, 1)', [number]);
    await tx.query('insert into written (number, half) values ($1, 2)', [number]);
  });
  process.stdout.write(`${number}\n`);
}
