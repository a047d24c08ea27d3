import type { Queries } from './database.ts';

/**
 * Reads the rows of a query in batches through a cursor, for results that may be large. `tx` is a transaction, `name`
 * a plain identifier that no other open cursor of it has.
 */
export async function* batchesOf<Row>(
  tx: Queries,
  name: string,
  sql: string,
  params: readonly unknown[],
  size: number,
): AsyncGenerator<Row[]> {
  await tx.query(`declare ${name} no scroll cursor for ${sql}`, params);
  for (;;) {
    const rows = await tx.query<Row>(`fetch ${size} from ${name}`);
    if (rows.length > 0) yield rows;
    if (rows.length < size) break;
  }
  await tx.query(`close ${name}`);
}
