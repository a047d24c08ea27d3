import { BehaviorSubject } from 'rxjs';
import { asRecord, StoredValue, type TextStorage } from '#core/kernel';
import type { Field, ObjectType } from '#core/protocol';

/**
 * What parts have in a field: the object's value, their share of it by length or area, nothing; `first`: one part has it;
 * `ask`: one part has it, and the person says what the others have.
 */
export type Rule = 'copy' | 'divide' | 'first' | 'ask' | 'empty';

/** The rules that a field allows; the first is meant unless another was chosen. */
export function rulesFor({ type, unique, required }: Field): readonly Rule[] {
  const rules: Rule[] = !unique ? ['copy'] : required ? ['ask'] : ['first', 'ask'];
  if (!unique && (type === 'number' || type === 'integer')) rules.push('divide');
  if (!required) rules.push('empty');
  return rules;
}

/** The chosen rules, by object type and field; stored on this device. */
export class Rules {
  readonly changes$ = new BehaviorSubject(0);
  readonly #chosen: StoredValue<Readonly<Record<string, unknown>>>;

  constructor(storage: TextStorage | undefined) {
    this.#chosen = new StoredValue({ storage, key: 'groma.split-2d.rules', read: asRecord });
  }

  /** What was chosen once and is no longer allowed, as the field has changed since, does not count. */
  of(typeName: string, field: Field): Rule {
    const chosen = asRecord(this.#chosen.get()[typeName])[field.name];
    const allowed = rulesFor(field);
    return allowed.find((rule) => rule === chosen) ?? allowed[0]!;
  }

  choose({ name }: ObjectType, field: Field, rule: Rule): void {
    const chosen = this.#chosen.get();
    this.#chosen.set({ ...chosen, [name]: { ...asRecord(chosen[name]), [field.name]: rule } });
    this.changes$.next(this.changes$.value + 1);
  }
}
