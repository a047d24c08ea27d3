/**
 * The interface of both engines: PostGIS embedded in the process (PGlite), and a PostgreSQL server. SQL uses only
 * what PostgreSQL 15 with PostGIS 3.3 and PGlite have in common, one statement per query, values only as parameters;
 * jsonb parameters are passed as JSON.stringify(value). `often`: the same text is sent repeatedly with other values,
 * so that caching its plan is worthwhile.
 */
export interface Queries {
  query<Row = Record<string, unknown>>(
    sql: string,
    params?: readonly unknown[],
    how?: { often?: boolean },
  ): Promise<Row[]>;
  /**
   * Loads rows through COPY (text format; the fastest way of each engine). `columns` in order, values as text in
   * PostgreSQL input syntax, null for NULL. Rows are pulled with back-pressure. Resolves to the number of rows.
   */
  copy(table: string, columns: readonly string[], rows: CopyRows): Promise<number>;
}

/** Rows as values or, faster, as prepared tuples. */
export type CopyRows = TextRows | BinaryRows;
export type TextRows = AsyncIterable<readonly (string | null)[]>;
/**
 * Whole tuples in the binary format of COPY (PostgreSQL manual, COPY), without header and trailer. A chunk's buffer
 * may be reused once the next chunk is requested.
 */
export interface BinaryRows {
  binary: AsyncIterable<{ tuples: Uint8Array; rows: number }>;
}

export interface Database extends Queries {
  readonly engine: 'embedded' | 'postgresql';
  /** Runs `work` in one transaction: committed when it resolves, rolled back when it throws. Cannot be nested. */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>;
  /** Receives notifications sent by any process with `notify`; resolves to a function that stops listening. */
  listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>>;
  notify(channel: string, payload: string): Promise<void>;
  /** Finishes running statements, then closes. */
  close(): Promise<void>;
}
