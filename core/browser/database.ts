import { openDB, type DBSchema, type IDBPDatabase, type OpenDBCallbacks } from 'idb';
import { withinTime } from '#core/kernel';

export type { DBSchema, IDBPDatabase };

/** How long the browser may take to open a database, milliseconds: some never answer. */
const TIMEOUT = 10_000;

/**
 * Opens a database in IndexedDB. Rejects where the browser has none, refuses it (some private windows) or does not
 * answer.
 */
export async function openDatabase<S extends DBSchema>(
  name: string,
  version: number,
  upgrade: NonNullable<OpenDBCallbacks<S>['upgrade']>,
  timeout = TIMEOUT,
): Promise<IDBPDatabase<S>> {
  const opening = openDB<S>(name, version, { upgrade });
  try {
    return await withinTime(opening, timeout, `The browser does not open the database ${name}.`);
  } catch (failure) {
    // One that opens after all would block others.
    opening.then(
      (database) => database.close(),
      () => undefined,
    );
    throw failure;
  }
}
