import type { Change, Edit, MapObject } from '#core/document';
import { fieldProblem, isEmpty } from '#core/fields';
import { propertyOf } from '#core/kernel';
import type { Field, ObjectType } from '#core/protocol';

/** A duplicate value of a unique field in a new object. */
export interface DuplicateValue {
  readonly id: string;
  readonly typeName: string;
  readonly field: Field;
  readonly old: unknown;
}

/** The duplicates in objects created by the changes. */
export function duplicatesIn(
  changes: readonly Change[],
  types: ReadonlyMap<string, ObjectType>,
): DuplicateValue[] {
  return changes.flatMap(({ id, before, after }) => {
    const fields = (!before && after && types.get(after.typeName)?.fields) || [];
    return fields.flatMap((field) => {
      const old = propertyOf(after?.properties, field.name);
      return field.unique && !isEmpty(old) ? [{ id, typeName: after!.typeName, field, old }] : [];
    });
  });
}

/** The edit with duplicates replaced by these values. */
export function given(edit: Edit, duplicates: readonly DuplicateValue[], values: readonly unknown[]): Edit {
  const byId = new Map<string, Record<string, unknown>>();
  duplicates.forEach(({ id, field }, i) => byId.set(id, { ...byId.get(id), [field.name]: values[i] }));
  const withValues = (object: MapObject): MapObject => {
    const own = byId.get(object.id);
    return own ? { ...object, properties: { ...object.properties, ...own } } : object;
  };
  return (document) =>
    edit(document).map((change) => ({ ...change, after: change.after && withValues(change.after) }));
}

/** Values known to be taken, by type and field. */
export class TakenValues {
  readonly #values = new Map<string, Set<unknown>>();

  constructor(objects: Iterable<MapObject>, duplicates: readonly DuplicateValue[]) {
    const fields = new Map<string, Set<string>>();
    for (const { typeName, field } of duplicates)
      fields.set(typeName, (fields.get(typeName) ?? new Set()).add(field.name));
    for (const { typeName, properties } of objects)
      for (const name of fields.get(typeName) ?? []) this.add(typeName, name, propertyOf(properties, name));
  }

  add(typeName: string, field: string, value: unknown): void {
    if (!isEmpty(value)) this.of(typeName, field).add(value);
  }

  of(typeName: string, field: string): Set<unknown> {
    const key = JSON.stringify([typeName, field]);
    const values = this.#values.get(key) ?? new Set();
    this.#values.set(key, values);
    return values;
  }
}

/**
 * A free value for each, in order: the copied one if free, the next number, or the text with a number appended (12
 * becomes 12/1). Undefined where the field accepts none of these.
 */
export function proposals(duplicates: readonly DuplicateValue[], known: TakenValues): unknown[] {
  const made = new Map<Set<unknown>, Set<unknown>>();
  return duplicates.map(({ typeName, field, old }) => {
    const taken = known.of(typeName, field.name);
    const all = made.get(taken) ?? new Set(taken);
    made.set(taken, all);
    const value = proposal(field, old, all);
    all.add(value);
    return value;
  });
}

function proposal(field: Field, old: unknown, taken: ReadonlySet<unknown>): unknown {
  const fits = (value: unknown): boolean => !taken.has(value) && !fieldProblem(field, value);
  if (fits(old)) return old;
  const attempts = taken.size + 1;
  for (const next of [...nexts(old, taken)]) {
    for (let n = 1; n <= attempts; n++) {
      const value = next(n);
      if (fits(value)) return value;
      // Another number appended would not fit either.
      if (!taken.has(value)) break;
    }
  }
  return undefined;
}

/** Ways to derive further values. */
function nexts(old: unknown, taken: ReadonlySet<unknown>): ((n: number) => unknown)[] {
  if (typeof old === 'number') {
    const greatest = [...taken].reduce<number>((attempts, each) => (typeof each === 'number' ? Math.max(attempts, each) : attempts), old); // prettier-ignore
    return [(n) => Math.floor(greatest) + n];
  }
  if (typeof old !== 'string') return [];
  const [, head, digits] = /^(.*?)(\d+)$/.exec(old) ?? [];
  const counted = digits && ((n: number) => head + String(Number(digits) + n).padStart(digits.length, '0'));
  return [(n) => `${old}/${n}`, ...(counted ? [counted] : [])];
}
