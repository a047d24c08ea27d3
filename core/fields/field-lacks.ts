import type { Field, Properties } from '#core/protocol';
import { fieldProblem, type FieldProblem } from './field-problem.ts';

/** A field without a value that the server would store. */
export interface FieldLack {
  readonly field: Field;
  readonly problem: FieldProblem;
}

/** Returns whether a field can be set before the object exists; images and relations cannot. */
export function isEditable({ type }: Pick<Field, 'type'>): boolean {
  return type !== 'image' && type !== 'relation';
}

/**
 * Returns the fields for which a new object still needs a value, or another one: what its type requires. The server
 * refuses the object until there is none.
 */
export function fieldLacks(fields: readonly Field[], properties: Properties): FieldLack[] {
  return fields.filter(isEditable).flatMap((field) => {
    const problem = fieldProblem(field, properties[field.name]);
    return problem ? [{ field, problem }] : [];
  });
}
