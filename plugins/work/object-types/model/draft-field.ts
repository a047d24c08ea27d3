import { COMPUTED_TYPES } from '#core/expression';
import { isReference, type Field, type FieldGroup, type Localized } from '#core/protocol';

/** A field while it is edited. */
export interface DraftField {
  /** Stays the same while the name is typed. */
  readonly key: string;
  /** It is not stored yet: its name can be changed. */
  readonly isNew: boolean;
  readonly field: Field;
}

/** A text field with the first free name. */
export function newDraft(drafts: readonly DraftField[], key: string): DraftField {
  const names = new Set(drafts.map(({ field }) => field.name));
  let n = drafts.length + 1;
  while (names.has(`field${n}`)) n++;
  const field: Field = { name: `field${n}`, title: { en: '', it: '' }, type: 'text', required: false };
  return { key, isNew: true, field };
}

/** Returns the field without the rules that its type, or being computed, does not allow. */
export function settled(field: Field): Field {
  const { name, title, type, required, unique, choices, min, max, pattern, default: value, computed } = field;
  const when = field.when?.trim();
  const base = {
    name: name.trim(),
    title: completed(title, name),
    type,
    ...(field.group !== undefined && { group: field.group }),
    ...(when && { when }),
  };
  if (computed !== undefined && COMPUTED_TYPES.includes(type)) return { ...base, required: false, computed };
  const isNumber = type === 'number' || type === 'integer';
  return {
    ...base,
    required,
    ...(unique && { unique }),
    ...(type === 'choice' && { choices: choices ?? [] }),
    ...(isNumber && min !== undefined && { min }),
    ...(isNumber && max !== undefined && { max }),
    ...(type === 'text' && pattern && { pattern }),
    ...(value !== undefined && mayHaveDefault({ type, unique }) && { default: value }),
  };
}

/** A missing title is the other one, or the name. */
function completed({ en, it }: Localized, name: string): Localized {
  return { en: en.trim() || it.trim() || name, it: it.trim() || en.trim() || name };
}

/** An empty group with the first free name. */
export function newGroup(groups: readonly FieldGroup[]): FieldGroup {
  const names = new Set(groups.map(({ name }) => name));
  let n = groups.length + 1;
  while (names.has(`group${n}`)) n++;
  return { name: `group${n}`, title: { en: '', it: '' } };
}

/** Returns the group as it is stored. */
export function settledGroup({ name, title, when }: FieldGroup): FieldGroup {
  return { name, title: completed(title, name), ...(when?.trim() && { when: when.trim() }) };
}

/** A default of a unique field could be used once only; files and relations belong to one object. */
export function mayHaveDefault({ type, unique }: Pick<Field, 'type' | 'unique'>): boolean {
  return !unique && !isReference({ type });
}
