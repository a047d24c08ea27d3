import type { ResearchFilter } from '#core/protocol';
import type { Column } from './columns.ts';

/** A condition on the values of one column. */
export type ColumnFilter =
  | { readonly kind: 'contains' | 'equals'; readonly text: string }
  /** Both ends included; dates as `2026-11-21`. */
  | { readonly kind: 'range'; readonly from?: number | string; readonly to?: number | string }
  | { readonly kind: 'among'; readonly values: readonly (string | boolean)[] }
  | { readonly kind: 'empty' | 'filled' };
export type FilterKind = ColumnFilter['kind'];

/** The conditions that a column offers, the most usual first. */
export function filterKindsOf({ kind, field: { type } }: Column): readonly FilterKind[] {
  if (kind === 'id') return ['contains'];
  if (kind === 'contributed') return ['contains', 'empty', 'filled'];
  if (kind !== 'field') return ['range'];
  switch (type) {
    case 'number':
    case 'integer':
    case 'date':
      return ['range', 'empty', 'filled'];
    case 'choice':
    case 'boolean':
      return ['among', 'empty', 'filled'];
    case 'relation':
      return ['empty', 'filled'];
    default:
      return ['contains', 'equals', 'empty', 'filled'];
  }
}

/** The condition for the server; undefined while there is nothing to compare with. */
export function conditionOf({ key, field }: Column, filter: ColumnFilter): ResearchFilter | undefined {
  switch (filter.kind) {
    case 'empty':
    case 'filled':
      return { field: key, op: 'null', value: filter.kind === 'empty' };
    case 'contains':
      return filter.text.trim() === ''
        ? undefined
        : { field: key, op: 'like', value: containing(filter.text) };
    case 'equals':
      return filter.text.trim() === '' ? undefined : { field: key, op: 'eq', value: filter.text.trim() };
    case 'among':
      return filter.values.length === 0 ? undefined : { field: key, op: 'in', value: [...filter.values] };
    case 'range': {
      const { from, to } = filter;
      const ends: ResearchFilter[] = [];
      if (from !== undefined) ends.push({ field: key, op: 'ge', value: from });
      // A day is its start: the last one ends where the next begins.
      if (to !== undefined && field.type === 'date') ends.push({ field: key, op: 'lt', value: dayAfter(to) });
      else if (to !== undefined) ends.push({ field: key, op: 'le', value: to });
      return ends.length === 0 ? undefined : { and: ends };
    }
  }
}

/** The pattern of texts that contain `text`, which may have wildcard characters. */
export function containing(text: string): string {
  return `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
}

function dayAfter(day: number | string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}
