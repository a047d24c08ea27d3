import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.ts';
import {
  pageStatement,
  theseStatement,
  type Representation,
  type ObjectQuery,
  type TextRow,
} from './texts-sql.ts';

export interface TextPage {
  /** The objects' texts as bytes. */
  texts: Buffer[];
  /** Id of the last one. */
  last: string | undefined;
  /** Whether there are more. */
  more: boolean;
  /** Whether some were left out because of their size. */
  cut: boolean;
}

interface TextBatch {
  objects: { id: string; text: Buffer }[];
  more: boolean;
  cut: boolean;
}

/** For so few objects the cache is not checked first. */
const FEW = 20;
/** Enough for a hundred thousand objects of a kilobyte. */
export const DEFAULT_MEGABYTES = 128;
/** Length of a UUID in characters; a text begins with one. */
const ID = 36;

/**
 * Cache of the texts of objects. The key is the representation, the object and its last transaction, so a changed
 * object gets a new text. Which objects a person may see is queried each time; only the texts are cached.
 */
export class TextCache {
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
  async read<Row>(db: Database, form: Representation<Row>, reading: ObjectQuery): Promise<TextPage> {
    const tag = createHash('sha256').update(form.name).digest('base64url').slice(0, 16);
    const first = reading.limit > FEW && this.#familiar.get(tag);
    const found = await (first
      ? this.#readUnknown(db, tag, form, reading)
      : this.#readAll(db, tag, form, reading));
    let weight = 0;
    const over = found.objects.findIndex(({ text }) => (weight += text.length) > reading.max);
    const objects = over < 0 ? found.objects : found.objects.slice(0, over);
    return {
      texts: objects.map(({ text }) => text),
      last: objects.at(-1)?.id,
      more: found.more || over >= 0,
      cut: found.cut || over >= 0,
    };
  }

  /** Reads everything at once if little is cached. */
  async #readAll<Row>(
    db: Database,
    tag: string,
    form: Representation<Row>,
    reading: ObjectQuery,
  ): Promise<TextBatch> {
    const { sql, params } = pageStatement(reading, form);
    const rows = await db.query<Row & TextRow>(sql, params, reading);
    const cut = rows.at(-1)?.fits === false;
    const whole = cut ? rows.slice(0, -1) : rows;
    let known = 0;
    const objects = whole.slice(0, reading.limit).map((row) => {
      const cached = this.#texts.get(tag + row.id + row.made);
      if (cached) known++;
      return { id: row.id, text: cached ?? this.#make(tag, form, row) };
    });
    this.#familiar.set(tag, 8 * known >= 7 * objects.length);
    return { objects, more: cut || rows.length > reading.limit, cut };
  }

  /** First the ids of the page; then those that are not cached. */
  async #readUnknown<Row>(
    db: Database,
    tag: string,
    form: Representation<Row>,
    reading: ObjectQuery,
  ): Promise<TextBatch> {
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
    form: Representation<Row>,
    reading: ObjectQuery,
    ids: readonly string[],
  ): Promise<Map<string, Buffer> | undefined> {
    const { sql, params } = theseStatement(reading, form, ids);
    const rows = await db.query<Row & TextRow>(sql, params, reading);
    if (rows.at(-1)?.fits === false) return undefined;
    return new Map(rows.map((row) => [row.id, this.#make(tag, form, row)]));
  }

  #make<Row>(tag: string, form: Representation<Row>, row: Row & TextRow): Buffer {
    const text = Buffer.from(form.text(row));
    this.#texts.set(tag + row.id + row.made, text, { size: text.length });
    return text;
  }
}

function isThere(object: { id: string; text: Buffer | undefined }): object is { id: string; text: Buffer } {
  return object.text !== undefined;
}
