import type { Field, FieldEffect } from '#core/protocol';

/** A field whose stored values may be affected by a change of the type. */
export interface FieldChange {
  name: string;
  change: FieldEffect['change'];
  /** Undefined: it is added. */
  before: Field | undefined;
  /** Undefined: it is removed. */
  after: Field | undefined;
  /** Values are written again, or removed; otherwise they are only checked. */
  rewrites: boolean;
}

const REWRITING = ['type', 'computed'] as const;
const CHECKING = ['required', 'when', 'unique', 'choices', 'min', 'max', 'pattern'] as const;

/** In the order of the new fields, removed ones last. A field is the same as before if its name is. */
export function fieldChanges(before: readonly Field[], after: readonly Field[]): FieldChange[] {
  const old = new Map(before.map((field) => [field.name, field]));
  const names = new Set(after.map(({ name }) => name));
  const addedOrChanged = after.flatMap((field): FieldChange[] => {
    const was = old.get(field.name);
    if (!was) return [{ name: field.name, change: 'added', before: was, after: field, rewrites: true }];
    const differs = (rule: keyof Field): boolean => !isSame(ruleOf(was, rule), ruleOf(field, rule));
    const rewrites = REWRITING.some(differs);
    if (!rewrites && !CHECKING.some(differs)) return [];
    return [{ name: field.name, change: 'changed', before: was, after: field, rewrites }];
  });
  const removed = before.flatMap((field): FieldChange[] =>
    names.has(field.name)
      ? []
      : [{ name: field.name, change: 'removed', before: field, after: undefined, rewrites: true }],
  );
  return [...addedOrChanged, ...removed];
}

/** Titles and colours of choices rule out no value. */
function ruleOf(field: Field, rule: keyof Field): unknown {
  return rule === 'choices' ? field.choices?.map(({ value }) => value) : field[rule];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
