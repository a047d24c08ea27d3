import type { Database, Queries } from '../../platform/db/database.ts';
import { addParam } from '../../platform/db/params.ts';
import type { Services } from '../../platform/services/services.ts';
import { OFFICE_TYPES } from '../../formats/office/office-types.ts';
import { hasText, textOf } from './pictures.ts';
import { cleaned } from '../../base/clean-text.ts';

type Needed = Pick<Services, 'db' | 'storage'>;

/** Characters of one document that can be found. */
const MAX_INDEXED = 500_000;
/** Documents that are read before it is asked again which ones have not been. */
const AT_ONCE = 20;

const running = new WeakMap<Database, Promise<void>>();

/** Reads the texts of documents that have not been read yet, beside the requests; calls meanwhile share the work. */
export function indexTexts(services: Needed): Promise<void> {
  const { db } = services;
  const work = (running.get(db) ?? Promise.resolve())
    .then(() => indexAll(services))
    // The next upload, or the hourly run, tries again.
    .catch(() => undefined);
  running.set(db, work);
  return work;
}

async function indexAll({ db, storage }: Needed): Promise<void> {
  for (;;) {
    const rows = await db.query<{ id: string; version: number; key: string; mediaType: string }>(
      `select f.id, v.version, v.key, v.media_type as "mediaType"
       from files f join file_versions v on v.file_id = f.id and v.version = f.content
       where f.kind = 'document' and (v.media_type = any($1) or v.media_type like 'text/%')
         and not exists (select 1 from file_texts t where t.file_id = f.id and t.version = v.version)
       limit ${AT_ONCE}`,
      [['application/pdf', 'application/json', ...Object.keys(OFFICE_TYPES)]],
    );
    for (const { id, version, key, mediaType } of rows) {
      const file = await storage.localPath(key);
      const read = hasText(mediaType) ? await textOf(file, mediaType, MAX_INDEXED) : undefined;
      await storeText(db, id, version, cleaned(read?.text ?? '').slice(0, MAX_INDEXED));
    }
    if (rows.length < AT_ONCE) return;
  }
}

/** As English, as Italian and as it is written. */
async function storeText(db: Queries, id: string, version: number, text: string): Promise<void> {
  await db.query(
    `insert into file_texts (file_id, version, content, words)
     select v.file_id, v.version, $3, to_tsvector('english', $3) || to_tsvector('italian', $3) || to_tsvector('simple', $3)
     from file_versions v where v.file_id = $1 and v.version = $2 on conflict do nothing`,
    [id, version, text],
  );
}

/**
 * A tsquery of what a person types: by the grammar of English and Italian, or all words by their beginnings. Appends its
 * values to `params`.
 */
export function wordsQuery(text: string, params: unknown[]): string {
  const typed = cleaned(text);
  const all = addParam(params, typed);
  const words = typed.match(/[\p{Letter}\p{Number}]+/gu) ?? [];
  const parts = ['english', 'italian'].map((language) => `websearch_to_tsquery('${language}', ${all})`);
  if (words.length > 0)
    parts.push(`to_tsquery('simple', ${addParam(params, words.map((word) => `${word}:*`).join(' & '))})`);
  return `(${parts.join(' || ')})`;
}
