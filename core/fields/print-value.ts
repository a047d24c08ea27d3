import type { I18n } from '#core/i18n';
import type { Field } from '#core/protocol';
import { isEmpty } from './field-problem.ts';

/**
 * Returns an attribute's value as text for people; a dash when there is none. `field`: its definition, if its type
 * has one.
 */
export function printValue(value: unknown, field: Field | undefined, i18n: I18n): string {
  if (isEmpty(value)) return '—';
  if (typeof value === 'boolean') return i18n.t(value ? 'core:value.yes' : 'core:value.no');
  if (typeof value === 'number') return i18n.number(value, { maximumFractionDigits: 12, useGrouping: false });
  if (typeof value !== 'string') return JSON.stringify(value);
  if (field?.type === 'choice') {
    const choice = field.choices?.find((candidate) => candidate.value === value);
    return choice ? choice.title[i18n.language] || choice.value : value;
  }
  if (field?.type === 'date' && /^\d{4}-\d\d-\d\d/.test(value)) {
    const day = new Date(`${value.slice(0, 10)}T00:00:00Z`);
    if (!Number.isNaN(day.getTime())) return i18n.date(day, { dateStyle: 'medium', timeZone: 'UTC' });
  }
  return value;
}

/** Returns a field's title in the person's language, or its name. */
export function titleOf(
  { title, name }: Pick<Field, 'title' | 'name'>,
  i18n: Pick<I18n, 'language'>,
): string {
  return title[i18n.language] || title.en || name;
}
