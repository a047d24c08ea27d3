import type { BimFilter } from '#core/protocol';
import { addParam } from '../../../platform/db/params.ts';
import { like } from './text-search.ts';

const lower = (words: readonly string[]) => words.map((word) => word.toLowerCase());

type Property = NonNullable<BimFilter['properties']>[number];

/** A filter for the database. */
export type ElementFilter = Omit<BimFilter, 'linked' | 'text'> & {
  /** Ids of the things in which the text occurs. */
  withText?: readonly number[] | undefined;
  /** By GlobalIds. */
  linkedTo?: { readonly guids: readonly string[]; readonly isNot: boolean } | undefined;
};

/** Which rows of `bim_things` named t are meant, of the edition that is `$1`. Appends its values. */
export function conditionOf(filter: ElementFilter, params: unknown[]): string {
  const conditions = [`t.edition = $1`, `t.kind in ('element', 'node')`];
  const given = (value: unknown) => addParam(params, value);
  const thingsWith = (condition: string) =>
    `t.id in (select unnest(v.things) from bim_values v where v.edition = $1 and ${condition})`;
  if (filter.withText) conditions.push(`t.id = any(${given(filter.withText)}::int[])`);
  if (filter.classes) conditions.push(`lower(t.class) = any(${given(lower(filter.classes))}::text[])`);
  const idsOf = (guids: readonly string[]) =>
    `array(select g.id from bim_things g where g.edition = $1 and g.guid = any(${given(guids)}::text[]))`;
  if (filter.within) {
    const ids = idsOf(filter.within);
    conditions.push(`(t.path && ${ids} or t.id = any(${ids}))`);
  }
  if (filter.types) conditions.push(`t.type = any(${idsOf(filter.types)})`);
  if (filter.groups) conditions.push(`t.groups && ${idsOf(filter.groups)}`);
  if (filter.linkedTo) {
    const linked = `t.guid = any(${given(filter.linkedTo.guids)}::text[])`;
    conditions.push(filter.linkedTo.isNot ? `not ${linked}` : linked);
  }
  if (filter.globalIds) conditions.push(`t.guid = any(${given(filter.globalIds)}::text[])`);
  const named = (kind: string, values: readonly string[]) =>
    conditions.push(thingsWith(`v.kind = '${kind}' and v.value = any(${given(values)}::text[])`));
  if (filter.materials) named('material', filter.materials);
  if (filter.classifications) named('classification', filter.classifications);
  for (const property of filter.properties ?? []) conditions.push(propertyCondition(property, given));
  return conditions.join(' and ');
}

function propertyCondition({ set, name, is, value }: Property, given: (value: unknown) => string): string {
  const named = [`v.edition = $1`, `lower(v.name) = ${given(name.toLowerCase())}`];
  if (set !== undefined) named.push(`lower(v.set_name) = ${given(set.toLowerCase())}`);
  const things = (condition?: string) =>
    `select unnest(v.things) as id from bim_values v where ${[...named, ...(condition ? [condition] : [])].join(' and ')}`;
  const having = (condition?: string) => `t.id in (${things(condition)})`;
  // Not `not in`, which may be read again for each thing.
  const lacking = (condition?: string) =>
    `not exists (select 1 from (${things(condition)}) having_it where having_it.id = t.id)`;
  const text = String(value ?? '').toLowerCase();
  const number = typeof value === 'number' ? value : Number(text === '' ? Number.NaN : text);
  const compared = (operator: string) =>
    Number.isFinite(number) ? having(`v.number ${operator} ${given(number)}::float8`) : 'false';
  const equal = () =>
    Number.isFinite(number)
      ? `(v.text = ${given(text)} or abs(v.number - ${given(number)}::float8) <= 1e-9 * greatest(1, abs(v.number)))`
      : `v.text = ${given(text)}`;
  switch (is) {
    case 'present':
      return having();
    case 'absent':
      return lacking();
    case 'equal':
      return having(equal());
    case 'unequal':
      return `(${having()} and ${lacking(equal())})`;
    case 'contains':
      return having(`v.text like ${given(like(text))}`);
    case 'less':
      return compared('<');
    case 'most':
      return compared('<=');
    case 'more':
      return compared('>');
    case 'least':
      return compared('>=');
  }
}
