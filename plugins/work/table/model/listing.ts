import type { MapObject } from '#core/document';
import { isEmpty, printValue } from '#core/fields';
import type { I18n } from '#core/i18n';
import { MINUS } from '#core/kernel';
import type { Field, ResearchFilter } from '#core/protocol';

/** What the table shows. */
export interface Asked {
  readonly typeName: string;
  readonly fields: readonly Field[];
  /** Text contained in one of the values as displayed. */
  readonly search: string;
  /** Undefined: unsorted. */
  readonly sort: { readonly field: string; readonly order: 'asc' | 'desc' } | undefined;
}

/** Loaded objects as rows, sorted: numbers before text, empty values last in either direction. */
export function listed(objects: Iterable<MapObject>, asked: Asked, i18n: I18n): string[] {
  const { typeName, fields, sort } = asked;
  // Hyphen and minus sign match each other.
  const plain = (text: string) => text.toLocaleLowerCase(i18n.language).replaceAll(MINUS, '-');
  const wanted = plain(asked.search.trim());
  const rows: MapObject[] = [];
  for (const object of objects) {
    if (object.typeName !== typeName) continue;
    const fits = (field: Field) =>
      plain(printValue(object.properties[field.name], field, i18n)).includes(wanted);
    if (wanted === '' || fields.some(fits)) rows.push(object);
  }
  if (!sort) return rows.map(({ id }) => id);
  const { compare } = new Intl.Collator(i18n.language, { numeric: true });
  const sign = sort.order === 'asc' ? 1 : -1;
  return rows
    .map(({ id, properties }) => ({ id, value: sortable(properties[sort.field]) }))
    .sort((a, b) => {
      const rank = rankOf(a.value) - rankOf(b.value);
      if (rank !== 0) return rank;
      if (typeof a.value === 'number') return sign * (a.value - (b.value as number));
      return typeof a.value === 'string' ? sign * compare(a.value, b.value as string) : 0;
    })
    .map(({ id }) => id);
}

/** The same as a query to the server, which searches all values. */
export function filterOf({ typeName, fields, search }: Asked): ResearchFilter {
  const ofType: ResearchFilter = { field: 'typeName', op: 'eq', value: typeName };
  const text = search.trim().replaceAll(MINUS, '-');
  if (text === '') return ofType;
  const value = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return {
    and: [ofType, { or: fields.map(({ name }) => ({ field: `properties.${name}`, op: 'like', value })) }],
  };
}

function sortable(value: unknown): number | string | undefined {
  if (isEmpty(value)) return undefined;
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value);
}

function rankOf(value: number | string | undefined): number {
  return typeof value === 'number' ? 0 : value === undefined ? 2 : 1;
}
