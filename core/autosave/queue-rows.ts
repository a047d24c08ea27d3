import { openDatabase, type DBSchema, type IDBPDatabase, type SealedValue } from '#core/browser';
import type { QueueEntry } from './entry.ts';

interface RowPlace {
  /** Person and project: `<userId>/<projectId>`. */
  readonly owner: string;
  readonly tab: string;
  readonly id: string;
  /** Order of the change. */
  readonly at: number;
}
interface OpenRow extends RowPlace {
  readonly entry: QueueEntry;
}
/** Kept at sign-out. */
interface SealedRow extends RowPlace {
  readonly sealed: SealedValue;
}
/** One entry in IndexedDB. */
export type QueueRow = OpenRow | SealedRow;

interface QueueSchema extends DBSchema {
  changes: { key: [string, string, string]; value: QueueRow; indexes: { owner: string } };
}
export type QueueDatabase = IDBPDatabase<QueueSchema>;

export function openQueueDatabase(): Promise<QueueDatabase> {
  return openDatabase<QueueSchema>('groma-autosave', 1, (fresh) => {
    fresh.createObjectStore('changes', { keyPath: ['owner', 'tab', 'id'] }).createIndex('owner', 'owner');
  });
}

export function isSealed(row: QueueRow): row is SealedRow {
  return 'sealed' in row;
}

/** Where a sealed entry belongs; a tab takes over the rows of another. */
export function sealedPlaceOf({ owner, id }: RowPlace): string {
  return `${owner}/${id}`;
}
