import { protocol, type PGlite } from '@electric-sql/pglite';

/** The internals of PGlite 0.5.8 that the guard uses; `proveGuard` fails at start if a version has changed them. */
interface Internals {
  _PostgresMainLoopOnce: () => void;
  ___stack_pointer: { value: number };
}

/**
 * Works around two defects of PGlite.
 *
 * It swallows every exception except PostgreSQL's own long jump (the string `unwind`): a C++ exception of GEOS or
 * PROJ, a trap, out of memory. The statement then succeeds without rows, and the rest of its transaction commits. The
 * guard detects such an exception, provokes a syntax error, which makes PostgreSQL abort the transaction, and throws
 * the exception to the caller.
 *
 * Every SQL error leaks about 1.1 kB of stack, so that after some 1,860 errors everything fails with 54001. The guard
 * restores the stack pointer after every message.
 */
export function guard(db: PGlite): PGlite {
  const internals = internalsOf(db);
  const stack = internals.___stack_pointer;
  const loopOnce = internals._PostgresMainLoopOnce;
  let fault: { thrown: unknown } | undefined;
  internals._PostgresMainLoopOnce = () => {
    try {
      loopOnce();
    } catch (thrown) {
      if (thrown !== 'unwind' && (thrown as { status?: number } | null)?.status !== 100) fault = { thrown };
      throw thrown;
    }
  };
  const exec = db.execProtocolRawSync.bind(db);
  const execKeepingStack = (message: Uint8Array) => {
    const top = stack.value;
    try {
      return exec(message);
    } finally {
      stack.value = top;
    }
  };
  db.execProtocolRawSync = (message) => {
    const answer = execKeepingStack(message);
    if (!fault) return answer;
    const { thrown } = fault;
    execKeepingStack(protocol.serialize.parse({ text: 'select engine_fault(' }));
    fault = undefined;
    throw Object.assign(new Error(faultSentence(thrown)), { code: 'XX000' });
  };
  return db;
}

function faultSentence(thrown: unknown): string {
  return typeof thrown === 'number'
    ? 'The geometry library threw an exception; the statement was not carried out.'
    : `The database engine failed (${String(thrown)}); the statement was not carried out.`;
}

/** Throws when the guard does not work with this version of the engine; then nothing may be stored with it. */
export async function proveGuard(db: PGlite): Promise<void> {
  const stack = internalsOf(db).___stack_pointer;
  const top = stack.value;
  const crossed = `'POLYGON((0 0,2 2,2 0,0 2,0 0))'::geometry, 'POLYGON((0 0,1 2,2 0,0 1,0 0))'::geometry`;
  for (const statement of [`select st_intersection(${crossed})`, 'select engine_self_test()']) {
    const failed = await db.query(statement).then(
      () => false,
      () => true,
    );
    if (!failed || stack.value !== top)
      throw new Error(
        'The embedded database failed its self-test (an error went unnoticed), so no data is entrusted to it. ' +
          'Install the exact versions of package-lock.json (npm ci), or set DATABASE_URL to a PostgreSQL with PostGIS.',
      );
  }
}

function internalsOf(db: PGlite): Internals {
  const internals = db.Module as unknown as Partial<Internals>;
  if (
    typeof internals._PostgresMainLoopOnce !== 'function' ||
    typeof internals.___stack_pointer?.value !== 'number'
  )
    throw new Error(
      'The embedded database is of a version that cannot be guarded. Install the exact versions of package-lock.json (npm ci).',
    );
  return internals as Internals;
}
