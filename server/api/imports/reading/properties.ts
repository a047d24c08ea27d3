import type { Field } from '#core/protocol';
import { propertyProblems, storageProblem } from '../../../shared/attributes/check.ts';
import { numberOf } from '../../../formats/exact-json.ts';
import type { Findings } from '../../../base/problems.ts';

const ISO_DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T[\d:.]+(Z|[+-]\d\d:?\d\d)?)?$/;
const MAX_FIELDS = 500;
const LONGEST_NAME = 120;

type ValueKind = 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'nested';

/** Infers fields from values, for formats that declare none, and corrects declared ones where values differ. */
export class FieldsSeen {
  #kinds = new Map<string, ValueKind | 'mixed'>();
  #declared: Map<string, Field> | undefined;

  constructor(declared: readonly Field[] | undefined) {
    this.#declared = declared && new Map(declared.map((field) => [field.name, field]));
  }

  see(properties: Record<string, unknown>): void {
    if (this.#declared) return this.#check(properties);
    for (const name of Object.keys(properties)) {
      const kind = kindOf(properties[name]);
      const before = this.#kinds.get(name);
      if (before === kind || before === 'mixed') continue;
      if (before === undefined && this.#kinds.size >= MAX_FIELDS) continue;
      if (kind === undefined) {
        if (before === undefined) this.#unset.add(name);
        continue;
      }
      this.#kinds.set(name, before === undefined ? kind : joined(before, kind));
    }
  }

  /** Names that have only been null so far. */
  #unset = new Set<string>();

  #check(properties: Record<string, unknown>): void {
    for (const field of this.#declared!.values())
      if (field.type === 'integer' && typeof properties[field.name] === 'number')
        if (!Number.isSafeInteger(properties[field.name]))
          this.#declared!.set(field.name, { ...field, type: 'number' });
  }

  fields(findings: Findings): Field[] {
    if (this.#declared) return [...this.#declared.values()];
    const fields: Field[] = [];
    for (const name of this.#unset) if (!this.#kinds.has(name)) this.#kinds.set(name, 'text');
    for (const [name, kind] of this.#kinds) {
      if (kind === 'nested' || name === '' || name.length > LONGEST_NAME) continue;
      if (kind === 'mixed') findings.once('mixed-field', { field: name });
      else fields.push({ name, title: { en: name, it: name }, type: kind, required: false });
    }
    if (this.#kinds.size >= MAX_FIELDS) findings.once('many-fields', { most: MAX_FIELDS });
    return fields;
  }
}

function kindOf(value: unknown): ValueKind | undefined {
  switch (typeof value) {
    case 'boolean':
      return 'boolean';
    case 'number':
      return Number.isSafeInteger(value) ? 'integer' : 'number';
    case 'string':
      return ISO_DATE.test(value) ? 'date' : 'text';
    default:
      return value === null || value === undefined ? undefined : 'nested';
  }
}

function joined(a: ValueKind, b: ValueKind): ValueKind | 'mixed' {
  if (a === b) return a;
  const pair = new Set([a, b]);
  if (pair.has('integer') && pair.has('number')) return 'number';
  if (pair.has('date') && pair.has('text')) return 'text';
  return 'mixed';
}

/** File field names to attribute names; null drops a field, unlisted fields are kept. */
export type Mapping = Record<string, string | null>;

export function mapped(
  properties: Record<string, unknown>,
  mapping: Mapping | undefined,
): Record<string, unknown> {
  if (!mapping) return properties;
  const named: Record<string, unknown> = {};
  for (const name of Object.keys(properties)) {
    const target = Object.hasOwn(mapping, name) ? mapping[name] : name;
    if (target) named[target] = properties[name];
  }
  return named;
}

export function mappedFields(fields: readonly Field[], mapping: Mapping | undefined): Field[] {
  if (!mapping) return [...fields];
  return fields.flatMap((field) => {
    const target = Object.hasOwn(mapping, field.name) ? mapping[field.name] : field.name;
    return target ? [{ ...field, name: target, title: { en: target, it: target } }] : [];
  });
}

/** Matches names to the fields of an existing type. */
export function fitted(
  properties: Record<string, unknown>,
  fields: readonly Field[],
  feature: number,
  findings: Findings,
): Record<string, unknown> {
  const converted = { ...properties };
  for (const field of fields) {
    if (!Object.hasOwn(converted, field.name)) continue;
    converted[field.name] = convert(converted[field.name], field.type);
  }
  for (const problem of propertyProblems(fields, converted)) {
    const name = String(problem.values['field']);
    findings.add(feature, 'value-unfit', { field: name, value: String(properties[name] ?? '').slice(0, 40) });
    if (Object.hasOwn(converted, name)) converted[name] = null;
  }
  return converted;
}

function convert(value: unknown, type: Field['type']): unknown {
  if (value === null || value === undefined) return null;
  switch (type) {
    case 'text':
    case 'choice':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    case 'number':
    case 'integer':
      return typeof value === 'string' ? (numberOf(value) ?? value) : value;
    default:
      return value;
  }
}

/**
 * JSON text of attributes that a database can store: without NUL and unpaired surrogates, and without the attributes
 * that exceed the limits of size and depth. Either is reported.
 */
export function propertiesText(
  properties: Record<string, unknown>,
  nestable: boolean,
  feature: number,
  findings: Findings,
): string {
  const text = JSON.stringify(properties);
  // Escapes of NUL and surrogates: JSON.stringify escapes only unpaired surrogates.
  const dirty = /\\u(0000|d[89a-f])/.test(text);
  if (!dirty && !nestable) return text;
  const cleaned = dirty ? (clean(properties) as Record<string, unknown>) : properties;
  if (dirty) findings.add(feature, 'text-cleaned');
  if (storageProblem(cleaned)) return JSON.stringify(withoutTooLarge(cleaned, feature, findings));
  return dirty ? JSON.stringify(cleaned) : text;
}

/** Drops the values that cannot be stored, then the largest until the rest can; each is reported. */
function withoutTooLarge(
  properties: Record<string, unknown>,
  feature: number,
  findings: Findings,
): Record<string, unknown> {
  const left = { ...properties };
  const drop = (field: string): void => {
    delete left[field];
    findings.add(feature, 'attribute-too-large', { field: field.slice(0, 60) });
  };
  for (const name of Object.keys(left)) if (storageProblem({ [name]: left[name] })) drop(name);
  const bySize = Object.keys(left)
    .map((name) => ({ name, size: name.length + JSON.stringify(left[name]).length }))
    .sort((a, b) => b.size - a.size);
  for (const { name } of bySize) {
    if (!storageProblem(left)) break;
    drop(name);
  }
  return left;
}

/** Removes NUL and unpaired surrogates, which a database cannot store. */
export function clean(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd');
  if (typeof value !== 'object' || value === null || depth > 100) return value;
  if (Array.isArray(value)) return (value as unknown[]).map((inner) => clean(inner, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [clean(name), clean(inner, depth + 1)]),
  );
}
