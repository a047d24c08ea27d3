import type { Database } from '../../platform/db/database.ts';
import { HttpError } from '../../base/http-error.ts';
import type { Caller } from '../../base/caller.ts';
import { countGuess } from './guesses.ts';
import { passwordFits } from './passwords.ts';

/** Throws 403 when it is not the caller's password, and 429 after too many attempts. Outside a transaction. */
export async function checkCurrentPassword(
  db: Database,
  caller: Caller,
  given: string,
  address: string,
): Promise<void> {
  const known = await countGuess(db, { kind: 'password', address, account: caller.email });
  const [person] = await db.query<{ hash: string | null }>(
    'select password_hash as hash from users where id = $1',
    [caller.userId],
  );
  if (!(await passwordFits(person?.hash, given))) throw new HttpError(403, 'auth.wrong-current-password');
  await known();
}
