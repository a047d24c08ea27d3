import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Database, Queries } from '../../platform/db/database.ts';
import { HttpError } from '../../base/http-error.ts';

/** How long guesses count, minutes. */
const WINDOW = 5;

interface AttemptLimits {
  /** From one address for one account. */
  pair: number;
  /** From one address for any account: a whole office may share one. */
  address: number;
  /** For one account from any address: high enough that one stranger cannot lock a person out. */
  account: number;
}

const LIMITS = {
  password: { pair: 10, address: 100, account: 100 },
  token: { pair: 100, address: 100, account: 100 },
  recovery: { pair: 3, address: 20, account: 5 },
  /** A request for access (`server/api/requests`). */
  request: { pair: 3, address: 10, account: 5 },
} satisfies Record<string, AttemptLimits>;

export interface Guess {
  kind: keyof typeof LIMITS;
  /** `request.ip`. */
  address: string;
  /** The e-mail address as it was typed. */
  account?: string;
}

/**
 * Counts an attempt when it starts, so that parallel ones, on several servers, are counted too. Resolves to a
 * function that removes it again when it turns out not to be a guess.
 * Throws HttpError 429 with Retry-After; such an attempt is not counted.
 */
export async function countGuess(db: Database, guess: Guess): Promise<() => Promise<void>> {
  const keys = keysOf(guess);
  const at = await db.transaction(async (tx) => {
    const [clock] = await tx.query<{ at: string }>(
      `select date_trunc('milliseconds', clock_timestamp()) as at`,
    );
    // Always in this order, so that no two attempts deadlock.
    for (const { key, max } of keys) await add(tx, key, max, clock!.at);
    return clock!.at;
  });
  return async () => {
    // A successful sign-in removes the person's failed attempts.
    const of = (mine: boolean) => keys.filter(({ own }) => own === mine).map(({ key }) => key);
    await db.query('delete from guesses where key = any($1::bytea[])', [of(true)]);
    await db.query(
      'update guesses set times = array_remove(times, $2::timestamptz) where key = any($1::bytea[])',
      [of(false), at],
    );
  };
}

async function add(tx: Queries, key: Buffer, max: number, at: string): Promise<void> {
  const added = await tx.query(
    `insert into guesses as g (key, times, last_at) values ($1, array[$2::timestamptz], $2)
     on conflict (key) do update set last_at = excluded.last_at,
       times = array(select t from unnest(g.times) t where t > $2 - make_interval(mins => $3)) || excluded.times
     where (select count(*) from unnest(g.times) t where t > $2 - make_interval(mins => $3)) < $4
     returning 1`,
    [key, at, WINDOW, max],
  );
  if (added.length > 0) return;
  const [wait] = await tx.query<{ seconds: number }>(
    `select ceil(extract(epoch from
       (select t from unnest(times) t order by t desc offset $3 limit 1) + make_interval(mins => $2) - clock_timestamp()
     ))::int as seconds from guesses where key = $1`,
    [key, WINDOW, max - 1],
  );
  const seconds = Math.max(1, wait?.seconds ?? 1);
  throw new HttpError(
    429,
    'auth.too-many-attempts',
    { minutes: Math.ceil(seconds / 60) },
    { headers: { 'retry-after': String(seconds) } },
  );
}

interface AttemptKey {
  key: Buffer;
  max: number;
  /** Whether it counts only the attempts of this account from this address. */
  own: boolean;
}

function keysOf({ kind, address, account }: Guess): AttemptKey[] {
  const limits = LIMITS[kind];
  const from = networkOf(address);
  const at = account?.trim().toLowerCase();
  const key = (text: string, max: number, own = false): AttemptKey => ({
    key: createHash('sha256').update(`${kind} ${text}`).digest(),
    max,
    own,
  });
  const ofAddress = key(`address ${from}`, limits.address);
  if (at === undefined) return [ofAddress];
  return [key(`pair ${from} ${at}`, limits.pair, true), ofAddress, key(`account ${at}`, limits.account)];
}

/** Whoever has one IPv6 address usually has all 2^64 of its network. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':');
}

export async function forgetOldGuesses(db: Queries): Promise<void> {
  await db.query('delete from guesses where last_at < now() - make_interval(mins => $1)', [WINDOW]);
}
