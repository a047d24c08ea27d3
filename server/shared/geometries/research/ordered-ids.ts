import { LRUCache } from 'lru-cache';
import type { Queries } from '../../../platform/db/database.ts';
import { hashOf } from '../../../base/hash.ts';

const BYTES = 16;
/** Bytes of ids in memory, of all lists together. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Ids of objects in an order, 16 bytes each. */
class OrderedIds {
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get size(): number {
    return this.#bytes.length;
  }

  get count(): number {
    return this.#bytes.length / BYTES;
  }

  /** -1 if it is not among them. */
  indexOf(id: string): number {
    const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
    let at = this.#bytes.indexOf(bytes);
    // Bytes of two neighbours may look like an id.
    while (at >= 0 && at % BYTES !== 0) at = this.#bytes.indexOf(bytes, at + 1);
    return at < 0 ? -1 : at / BYTES;
  }

  slice(from: number, to: number): string[] {
    const ids: string[] = [];
    for (let n = from; n < Math.min(to, this.count); n++)
      ids.push(this.#bytes.toString('hex', n * BYTES, (n + 1) * BYTES));
    return ids;
  }
}

const cache = new LRUCache<string, OrderedIds>({
  maxSize: MAX_BYTES,
  sizeCalculation: ({ size }) => size + 1000,
});
const reading = new Map<string, Promise<OrderedIds>>();

interface Statement {
  sql: string;
  params: unknown[];
}

/**
 * The ids that a statement lists in order, in its column `id`. They are remembered for as long as the project is in
 * this state: the pages of one list cost one query, however deep they are.
 */
export async function orderedIds(db: Queries, state: string, statement: Statement): Promise<OrderedIds> {
  const key = hashOf([state, statement]);
  const known = cache.get(key);
  if (known) return known;
  const started = reading.get(key);
  if (started) return started;
  const read = readIds(db, statement);
  reading.set(key, read);
  try {
    const ids = await read;
    cache.set(key, ids);
    return ids;
  } finally {
    reading.delete(key);
  }
}

async function readIds(db: Queries, { sql, params }: Statement): Promise<OrderedIds> {
  const [row] = await db.query<{ ids: string | null }>(
    `select encode(string_agg(uuid_send(o.id), ''::bytea), 'hex') as ids from (${sql}) o`,
    params,
  );
  return new OrderedIds(Buffer.from(row!.ids ?? '', 'hex'));
}
