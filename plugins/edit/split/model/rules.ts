import { makeAutoObservable, observableRef } from 'mobx';
import { StoredValue, type TextStorage } from '#core/browser';
import { asRecord } from '#core/kernel';
import type { Field, ObjectType } from '#core/protocol';

/**
 * The value of a field in the parts: `copy` of the object's value; `divide` by length or area; `first`: only the
 * first part has it; `ask`: one part has it, and the person enters other values for the rest; `empty`.
 */
export type Rule = 'copy' | 'divide' | 'first' | 'ask' | 'empty';

/** Returns the rules that a field allows; the first is the default. */
export function rulesFor({ type, unique, required }: Field): readonly Rule[] {
  const rules: Rule[] = !unique ? ['copy'] : required ? ['ask'] : ['first', 'ask'];
  if (!unique && (type === 'number' || type === 'integer')) rules.push('divide');
  if (!required) rules.push('empty');
  return rules;
}

/** The chosen rules, by object type and field; stored on this device. */
export class Rules {
  chosen: Readonly<Record<string, unknown>>;
  readonly #stored: StoredValue<Readonly<Record<string, unknown>>>;

  constructor(storage: TextStorage | undefined) {
    this.#stored = new StoredValue({ storage, key: 'split.rules', read: asRecord });
    this.chosen = this.#stored.get();
    makeAutoObservable(this, { chosen: observableRef });
  }

  /** Returns the first rule allowed where the chosen one is not, as the field has changed since. */
  of(typeName: string, field: Field): Rule {
    const chosen = asRecord(this.chosen[typeName])[field.name];
    const allowed = rulesFor(field);
    return allowed.find((rule) => rule === chosen) ?? allowed[0]!;
  }

  choose({ name }: ObjectType, field: Field, rule: Rule): void {
    const chosen = this.#stored.get();
    this.chosen = { ...chosen, [name]: { ...asRecord(chosen[name]), [field.name]: rule } };
    this.#stored.set(this.chosen);
  }
}
