import { MINUS } from '#core/kernel';
import type { ResearchFilter } from '#core/protocol';
import { conditionOf, containing, type ColumnFilter } from './column-filter.ts';
import type { Column } from './columns.ts';

export interface TableSort {
  /** The key of a column. */
  readonly key: string;
  readonly order: 'asc' | 'desc';
}

/** What the person searches and filters. */
export interface TableRequest {
  readonly columns: readonly Column[];
  /** Text contained in one of the values. */
  readonly search: string;
  /** By key of the column. */
  readonly filters: ReadonlyMap<string, ColumnFilter>;
}

/** The filter for the server; undefined: all objects of the type. */
export function filterOf({ columns, search, filters }: TableRequest): ResearchFilter | undefined {
  const all = columns.flatMap((column) => {
    const filter = filters.get(column.key);
    return (filter && conditionOf(column, filter)) ?? [];
  });
  // Hyphen and minus sign match each other.
  const text = search.replaceAll(MINUS, '-').trim();
  if (text !== '') {
    const value = containing(text);
    const searched = columns.filter(
      ({ kind }) => kind === 'id' || kind === 'field' || kind === 'contributed',
    );
    all.unshift({ or: searched.map(({ key }) => ({ field: key, op: 'like', value })) });
  }
  return all.length > 1 ? { and: all } : all[0];
}
