import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.ts';
import { pageStatement, theseStatement, type Form, type Reading, type Written } from './texts-sql.ts';

export interface Page {
  /** The objects' texts as bytes. */
  texts: Buffer[];
  /** Id of the last one. */
  last: string | undefined;
  /** Whether there are more. */
  more: boolean;
  /** Whether some were left out because of their size. */
  cut: boolean;
}

interface Found {
  objects: { id: string; text: Buffer }[];
  more: boolean;
  cut: boolean;
}

/** For so few objects the cache is not checked first. */
const FEW = 20;
/** Enough for a hundred thousand objects of a kilobyte. */
export const USUAL_MEGABYTES = 128;
/** Characters of a UUID. */
const ID = 36;

/**
 * Cache of objects' texts, by form, object and the transaction that wrote the current version: any change of an
 * object produces a new text. Which objects a person sees is queried each time; only their texts are cached.
 */
export class KeptTexts {
  #texts: LRUCache<string, Buffer>;
  /** By form: whether nearly all of the previous page was cached. */
  #familiar = new LRUCache<string, boolean>({ max: 1000 });

  /** `room`: size in bytes; 0 disables the cache. */
  constructor(room: number) {
    this.#texts = new LRUCache({
      maxSize: Math.max(1, room),
      maxEntrySize: Math.max(1, Math.floor(room / 4)),
    });
  }

  /** A page of objects, and one more to see whether there is a next page. */
  async read<Row>(db: Database, form: Form<Row>, reading: Reading): Promise<Page> {
    const tag = createHash('sha256').update(form.name).digest('base64url').slice(0, 16);
    const first = reading.limit > FEW && this.#familiar.get(tag);
    const found = await (first
      ? this.#readUnknown(db, tag, form, reading)
      : this.#readAll(db, tag, form, reading));
    let weight = 0;
    const over = found.objects.findIndex(({ text }) => (weight += text.length) > reading.most);
    const objects = over < 0 ? found.objects : found.objects.slice(0, over);
    return {
      texts: objects.map(({ text }) => text),
      last: objects.at(-1)?.id,
      more: found.more || over >= 0,
      cut: found.cut || over >= 0,
    };
  }

  /** Reads everything at once if little is cached. */
  async #readAll<Row>(db: Database, tag: string, form: Form<Row>, reading: Reading): Promise<Found> {
    const { sql, params } = pageStatement(reading, form);
    const rows = await db.query<Row & Written>(sql, params, reading);
    const cut = rows.at(-1)?.fits === false;
    const whole = cut ? rows.slice(0, -1) : rows;
    let known = 0;
    const objects = whole.slice(0, reading.limit).map((row) => {
      const kept = this.#texts.get(tag + row.id + row.made);
      if (kept) known++;
      return { id: row.id, text: kept ?? this.#make(tag, form, row) };
    });
    this.#familiar.set(tag, 8 * known >= 7 * objects.length);
    return { objects, more: cut || rows.length > reading.limit, cut };
  }

  /** First the ids of the page; then those that are not cached. */
  async #readUnknown<Row>(db: Database, tag: string, form: Form<Row>, reading: Reading): Promise<Found> {
    const { sql, params } = pageStatement(reading);
    const [row] = await db.query<{ all: string | null }>(sql, params, reading);
    const all = row!.all?.split(',') ?? [];
    const page = all.slice(0, reading.limit).map((each) => ({
      id: each.slice(0, ID),
      text: this.#texts.get(tag + each),
    }));
    const unknown = page.filter(({ text }) => !text).map(({ id }) => id);
    const more = all.length > page.length;
    if (unknown.length === 0) return { objects: page.filter(isThere), more, cut: false };
    // Many rows are read faster by location than by id.
    const few = unknown.length <= Math.max(FEW, page.length / 8);
    const made = few ? await this.#readThese(db, tag, form, reading, unknown) : undefined;
    if (!made) return this.#readAll(db, tag, form, reading);
    // Objects deleted meanwhile are left out.
    const objects = page.map(({ id, text = made.get(id) }) => ({ id, text })).filter(isThere);
    return { objects, more, cut: false };
  }

  /** By id; undefined when they exceed the size of one response. */
  async #readThese<Row>(
    db: Database,
    tag: string,
    form: Form<Row>,
    reading: Reading,
    ids: readonly string[],
  ): Promise<Map<string, Buffer> | undefined> {
    const { sql, params } = theseStatement(reading, form, ids);
    const rows = await db.query<Row & Written>(sql, params, reading);
    if (rows.at(-1)?.fits === false) return undefined;
    return new Map(rows.map((row) => [row.id, this.#make(tag, form, row)]));
  }

  #make<Row>(tag: string, form: Form<Row>, row: Row & Written): Buffer {
    const text = Buffer.from(form.text(row));
    this.#texts.set(tag + row.id + row.made, text, { size: text.length });
    return text;
  }
}

function isThere(object: { id: string; text: Buffer | undefined }): object is { id: string; text: Buffer } {
  return object.text !== undefined;
}
