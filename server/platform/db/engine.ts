import type { Database, Queries } from './database.ts';

/** What migrations need beyond Queries: several statements in one text, without parameters. */
export interface Scripting extends Queries {
  script(sql: string): Promise<void>;
}

/** A database engine as opened by the server; resources see only its Database. */
export interface Engine extends Database {
  transaction<T>(work: (tx: Scripting) => Promise<T>): Promise<T>;
}
