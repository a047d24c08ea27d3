import type { Queries } from '../../../platform/db/database.ts';
import { addParam } from '../../../platform/db/params.ts';
import { classesOf } from './classes.ts';

/** Most words of a text. */
const MOST = 12;
const GUID_LENGTH = 22;

/** A word as a part of a value that is compared by `like`. */
export const like = (word: string) => `%${word.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;

/**
 * Ids of the things in which each word of a text occurs: in a value, in the name of their class, or as their GlobalId; undefined
 * for a text without words. The database finds the lists of ids and sends them as they are: to open them there, and to sort or
 * hash what is in them, took longer than to read all values. The next statement is then planned for as many as there are.
 */
export async function thingsWithWords(
  db: Queries,
  edition: number,
  text: string | undefined,
): Promise<readonly number[] | undefined> {
  const words = (text ?? '').split(/\s+/).filter(Boolean).slice(0, MOST);
  if (words.length === 0) return undefined;
  const params: unknown[] = [edition];
  const classes = await classesOf(db, edition);
  // Each word is a bit. All values are read once, whatever the number of words.
  const forms = words.map((word) => `v.text like ${addParam(params, like(word))}`);
  const bits = forms.map((form, i) => `case when ${form} then ${1 << i} else 0 end`);
  const sets = [
    `select ${bits.join(' + ')} as words, array_to_string(v.things, ',') as ids from bim_values v
     where v.edition = $1 and (${forms.join(' or ')})`,
  ];
  for (const [i, word] of words.entries()) {
    const things = `select ${1 << i}, string_agg(g.id::text, ',') from bim_things g where g.edition = $1 and`;
    const named = classes.filter((name) => name.toLowerCase().includes(word.toLowerCase()));
    if (named.length > 0) sets.push(`${things} g.class = any(${addParam(params, named)}::text[])`);
    // GlobalIds tell upper from lower case.
    if (word.length === GUID_LENGTH) sets.push(`${things} g.guid = ${addParam(params, word)}`);
  }
  const rows = await db.query<{ words: number; ids: string | null }>(
    `select words, string_agg(ids, ',') as ids from (${sets.join(' union all ')}) each_of group by words`,
    params,
  );
  return withAll(rows, 2 ** words.length - 1);
}

/** Ids that have all bits, in their order. */
function withAll(rows: readonly { words: number; ids: string | null }[], all: number): number[] {
  // Indexed by the ids of an edition, which count its things.
  const bits: number[] = [];
  for (const { words, ids } of rows)
    if (ids) for (const id of ids.split(',')) bits[Number(id)] = (bits[Number(id)] ?? 0) | words;
  const found: number[] = [];
  bits.forEach((words, id) => words === all && found.push(id));
  return found;
}
