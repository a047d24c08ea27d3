import { BehaviorSubject } from 'rxjs';
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

/** The chosen rules, by object type and field; kept on this device. */
export class Rules {
  readonly changes$ = new BehaviorSubject(0);
  readonly #storage: Pick<Storage, 'getItem' | 'setItem'>;

  constructor(storage: Pick<Storage, 'getItem' | 'setItem'>) {
    this.#storage = storage;
  }

  /** What was chosen once and is no longer allowed, as the field has changed since, does not count. */
  of(typeName: string, field: Field): Rule {
    const chosen = this.#kept()[typeName]?.[field.name];
    const allowed = rulesFor(field);
    return allowed.find((rule) => rule === chosen) ?? allowed[0]!;
  }

  choose({ name }: ObjectType, field: Field, rule: Rule): void {
    const kept = this.#kept();
    const chosen = { ...kept, [name]: { ...kept[name], [field.name]: rule } };
    this.#storage.setItem(KEY, JSON.stringify(chosen));
    this.changes$.next(this.changes$.value + 1);
  }

  #kept(): Record<string, Record<string, unknown> | undefined> {
    try {
      const kept: unknown = JSON.parse(this.#storage.getItem(KEY) ?? '{}');
      return kept && typeof kept === 'object' ? (kept as Record<string, Record<string, unknown>>) : {};
    } catch {
      return {}; // Written by something else: begin anew.
    }
  }
}

const KEY = 'groma.split-2d.rules';
