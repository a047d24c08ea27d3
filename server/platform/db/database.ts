/**
 * The one interface behind which both engines stand: PostGIS embedded in the process (PGlite) and a PostgreSQL server.
 * SQL uses only what PostgreSQL 15 with PostGIS 3.3 and PGlite have in common, one statement per query, values only
 * through parameters; jsonb parameters are given as JSON.stringify(value). `often`: the same text is sent again and again
 * with other values, so a plan of it is worth keeping where the engine keeps any.
 */
export interface Queries {
  query<Row = Record<string, unknown>>(
    sql: string,
    params?: readonly unknown[],
    how?: { often?: boolean },
  ): Promise<Row[]>;
  /**
   * Loads rows through COPY (text format; the fastest road of each engine). `columns` in order, values as text in
   * PostgreSQL input syntax, null for NULL. Back-pressure: rows are pulled. Resolves to the number of rows.
   */
  copy(table: string, columns: readonly string[], rows: CopyRows): Promise<number>;
}

/** Rows as values; or, faster, as tuples made beforehand. */
export type CopyRows = TextRows | BinaryRows;
export type TextRows = AsyncIterable<readonly (string | null)[]>;
/**
 * Whole tuples in the binary format of COPY (PostgreSQL manual, COPY), without its header and end. The memory of a piece
 * may be used again as soon as the next one is asked for.
 */
export interface BinaryRows {
  binary: AsyncIterable<{ tuples: Uint8Array; rows: number }>;
}

export interface Database extends Queries {
  readonly engine: 'embedded' | 'postgresql';
  /** Runs `work` in one transaction: committed when it resolves, rolled back when it throws. Never nested. */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>;
  /** Hears what any process sends with `notify`; resolves to a function that stops listening. */
  listen(channel: string, hear: (payload: string) => void): Promise<() => Promise<void>>;
  notify(channel: string, payload: string): Promise<void>;
  /** Ends what is under way, then closes. */
  close(): Promise<void>;
}
