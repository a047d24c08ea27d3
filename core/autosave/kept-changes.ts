import { seal, unseal } from '#core/browser';
import { isSealed, openQueueDatabase, sealedPlaceOf, type QueueRow } from './queue-rows.ts';

/** Unsent changes of a person in one project. */
export interface UnsentChanges {
  readonly projectId: string;
  readonly count: number;
}

/** What is unsent on this device of a person, in all projects and tabs. Rejects where the browser has no database. */
export async function unsentChangesOf(userId: string): Promise<UnsentChanges[]> {
  const counts = new Map<string, number>();
  for (const { owner } of await rowsOf(userId)) {
    const projectId = owner.slice(userId.length + 1);
    counts.set(projectId, (counts.get(projectId) ?? 0) + 1);
  }
  return [...counts].map(([projectId, count]) => ({ projectId, count }));
}

/** Removes them from this device. */
export async function dropUnsentChanges(userId: string): Promise<void> {
  await changeRows(userId, () => Promise.resolve(undefined));
}

/** Encrypts them: only the person reads them again, when they are signed in and open the project. */
export async function sealUnsentChanges(userId: string, key: CryptoKey): Promise<void> {
  await changeRows(userId, async (row) => {
    if (isSealed(row)) return row;
    const { entry, ...rest } = row;
    return { ...rest, sealed: await seal(key, entry, sealedPlaceOf(row)) };
  });
}

/** Decrypts those of one queue. Resolves to the number of those that the key does not open. */
export async function unsealChanges(owner: string, key: () => Promise<CryptoKey>): Promise<number> {
  const database = await openQueueDatabase();
  try {
    const sealed = (await database.getAllFromIndex('changes', 'owner', owner)).filter(isSealed);
    if (sealed.length === 0) return 0;
    const opened = await key().catch(() => undefined);
    const rows = await Promise.all(
      sealed.map(async (row) => {
        if (!opened) return undefined;
        const entry = await unseal(opened, row.sealed, sealedPlaceOf(row)).catch(() => undefined);
        const { sealed: _sealed, ...rest } = row;
        return entry === undefined ? undefined : ({ ...rest, entry } as QueueRow);
      }),
    );
    const transaction = database.transaction('changes', 'readwrite');
    const readable = rows.filter((row) => row !== undefined);
    await Promise.all([...readable.map((row) => transaction.store.put(row)), transaction.done]);
    return sealed.length - readable.length;
  } finally {
    database.close();
  }
}

async function rowsOf(userId: string): Promise<QueueRow[]> {
  const database = await openQueueDatabase();
  try {
    return await database.getAllFromIndex('changes', 'owner', ownersOf(userId));
  } finally {
    database.close();
  }
}

/** Replaces each row by the result of `change`; undefined removes it. */
async function changeRows(
  userId: string,
  change: (row: QueueRow) => Promise<QueueRow | undefined>,
): Promise<void> {
  const before = await rowsOf(userId);
  // A transaction does not wait for encryption.
  const after = await Promise.all(before.map(change));
  const database = await openQueueDatabase();
  try {
    const transaction = database.transaction('changes', 'readwrite');
    const work = before.map(({ owner, tab, id }, i) => {
      const row = after[i];
      return row ? transaction.store.put(row) : transaction.store.delete([owner, tab, id]);
    });
    await Promise.all([...work, transaction.done]);
  } finally {
    database.close();
  }
}

/** The queues of all projects of a person. */
function ownersOf(userId: string): IDBKeyRange {
  return IDBKeyRange.bound(`${userId}/`, `${userId}/\uffff`);
}
