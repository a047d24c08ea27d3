import type { BimElementRow, BimFilter, BimLink } from '#core/protocol';
import type { Caller } from '../../../base/caller.ts';
import type { Queries } from '../../../platform/db/database.ts';
import { readLinks } from '../../../shared/bim/links.ts';
import type { ElementFilter } from './filter.ts';
import type { ElementRow } from './find.ts';
import { groupBy } from './group-by.ts';

/** The filter with the links that the caller may see as GlobalIds. */
export async function resolveLinked<F extends BimFilter>(
  db: Queries,
  caller: Caller,
  modelId: string,
  { linked, ...filter }: F,
): Promise<Omit<F, 'linked'> & ElementFilter> {
  if (!linked) return filter;
  const links = await readLinks(db, caller, { modelId });
  const meant = links.filter(
    ({ geometryId }) => linked === 'none' || (linked === 'objects') === (geometryId !== null),
  );
  const guids = [...new Set(meant.map(({ globalId }) => globalId))];
  return { ...filter, linkedTo: { guids, isNot: linked === 'none' } };
}

/** The rows with what they are linked to. */
export async function withLinks(
  db: Queries,
  caller: Caller,
  modelId: string,
  rows: readonly ElementRow[],
): Promise<BimElementRow[]> {
  if (rows.length === 0) return [];
  const links = await readLinks(db, caller, { modelId, globalIds: rows.map(({ globalId }) => globalId) });
  const of = groupBy(links, ({ globalId }) => globalId);
  return rows.map((row) => ({ ...row, links: (of.get(row.globalId) ?? []).map(targetOf) }));
}

const targetOf = ({ geometryId, fileId, target }: BimLink) => ({ geometryId, fileId, target });
