import { AsyncLocalStorage } from 'node:async_hooks';

const inside = new AsyncLocalStorage<{ open: boolean }>();

/**
 * Runs a transaction so that a statement that bypasses it (through the database instead of `tx`) is refused at once:
 * with one connection it would wait forever, with several it would not be part of the transaction.
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

/** Runs `work` (timers, listeners) as if started outside any transaction. */
export function outsideTransaction<T>(work: () => T): T {
  return inside.exit(work);
}
