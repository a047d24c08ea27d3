import { propertyOf } from '#core/kernel';
import type { Field } from '#core/protocol';
import type { TableRows } from './table.ts';

/** The objects to which rows from the first to before the last are related. */
export function relatedIn(
  table: Pick<TableRows, 'objectAt'>,
  fields: readonly Field[],
  [first, last]: readonly [number, number],
): readonly string[] {
  const relations = fields.filter(({ type }) => type === 'relation');
  if (relations.length === 0) return [];
  const rows = Array.from({ length: last - first }, (_, n) => table.objectAt(first + n));
  const values = rows.flatMap((row) =>
    relations.flatMap(({ name }) => (row && propertyOf(row.properties, name)) ?? []),
  );
  return [...new Set(values.map(String))];
}
