import { AsyncLocalStorage } from 'node:async_hooks';

const inside = new AsyncLocalStorage<{ open: boolean }>();

/**
 * Runs the work of a transaction so that a statement sent past it (through the database instead of `tx`) is refused
 * at once: on one connection it would wait for ever, on many it would not be part of the transaction.
 */
export async function asTransaction<T>(work: () => Promise<T>): Promise<T> {
  refuseNesting();
  const mark = { open: true };
  try {
    return await inside.run(mark, work);
  } finally {
    mark.open = false;
  }
}

export function refuseNesting(): void {
  if (inside.getStore()?.open)
    throw new Error(
      'Inside a transaction, send statements through the `tx` it was given, not through the database.',
    );
}

/** Runs `work` (timers, listeners) as if it had been started outside of any transaction. */
export function outsideTransaction<T>(work: () => T): T {
  return inside.exit(work);
}
