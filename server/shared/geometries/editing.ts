import type { Language } from '#core/protocol';
import type { Caller } from '../../base/caller.ts';
import type { Precomposed } from '../../base/precomposed.ts';
import type { Database, Queries } from '../../platform/db/database.ts';
import {
  DatabaseError,
  DEADLOCK,
  SERIALIZATION_FAILURE,
  UNIQUE_VIOLATION,
} from '../../platform/db/errors.ts';
import type { EventStream } from '../../platform/events/stream.ts';

/** The context of an edit of objects: its transaction and its author. */
export interface Editing {
  tx: Queries;
  events: EventStream;
  caller: Caller;
  language: Language;
  /** The moment that its transactions bear, as PostgreSQL's text. Default: the start of the database transaction. */
  at?: string | undefined;
}

/** An object after it was written. */
export interface EditedObject {
  object: Precomposed;
  version: number;
}

/** Another writer was active at the same moment: the next attempt sees what it wrote. */
const MET = [UNIQUE_VIOLATION, DEADLOCK, SERIALIZATION_FAILURE];
const ATTEMPTS = 5;

/** Runs `work` in one transaction, up to five times while other writers interfere. */
export async function editObjects<T>(
  { db, ...editing }: Omit<Editing, 'tx'> & { db: Database },
  work: (editing: Editing) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction((tx) => work({ tx, ...editing }));
    } catch (thrown) {
      const met = thrown instanceof DatabaseError && MET.includes(thrown.code);
      if (!met || attempt === ATTEMPTS) throw thrown;
    }
  }
}
