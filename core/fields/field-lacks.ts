import { propertyOf } from '#core/kernel';
import { isReference, type Field, type Properties } from '#core/protocol';
import { fieldProblem, type FieldProblem } from './field-problem.ts';
import { conditionedFields, isInForm, type FormLayout } from './layout.ts';

/** A field without a value that the server would store. */
export interface FieldLack {
  readonly field: Field;
  readonly problem: FieldProblem;
}

/**
 * Returns whether a new object is asked for a field: files and relations are set later in the attribute form, except
 * required ones, without which the server refuses the object.
 */
export function isEditable(field: Pick<Field, 'type' | 'required'>): boolean {
  return field.required || !isReference(field);
}

/**
 * Returns the fields for which a new object still needs a value, or another one: what its type requires of the fields
 * that are shown. The server refuses the object until there is none.
 */
export function fieldLacks(layout: FormLayout, properties: Properties): FieldLack[] {
  return conditionedFields(layout)
    .filter((field) => isEditable(field) && isInForm(field, properties))
    .flatMap((field) => {
      const problem = fieldProblem(field, propertyOf(properties, field.name));
      return problem ? [{ field, problem }] : [];
    });
}
