import type { Sql } from '../../platform/texts/texts-sql.ts';
import type { Queryable } from './queryables.ts';

export interface SortKey {
  property: Queryable;
  descending: boolean;
}

const MOST_KEYS = 10;

/** SQL of an order by up to ten properties, then by id; objects without a value come last. */
export function orderSql(keys: readonly SortKey[]): Sql | undefined {
  if (keys.length === 0) return undefined;
  return (param) => {
    const each = keys.slice(0, MOST_KEYS).map(({ property, descending }) => {
      const value = property.value(param);
      // A null of JSON is a value to the database.
      const known = isJson(property) ? `nullif(${value}, 'null'::jsonb)` : value;
      return `${known} ${descending ? 'desc' : 'asc'} nulls last`;
    });
    return `${each.join(', ')}, g.id`;
  };
}

function isJson({ kind }: Queryable): boolean {
  return kind === 'number' || kind === 'boolean';
}
