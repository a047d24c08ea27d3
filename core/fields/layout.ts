import { formulaOf } from '#core/expression';
import { propertyOf } from '#core/kernel';
import type { Field, FieldGroup } from '#core/protocol';
import { fieldProblem, isEmpty } from './field-problem.ts';

/** The fields of a type and the groups of its form. */
export interface FormLayout {
  readonly fields: readonly Field[];
  readonly groups?: readonly FieldGroup[] | undefined;
}

type Values = Readonly<Record<string, unknown>>;

/** The fields, each with the condition of its group besides its own: `isShown` and the checks of values read only these. */
export function conditionedFields({ fields, groups = [] }: FormLayout): Field[] {
  const conditions = new Map(groups.flatMap(({ name, when }) => (when ? [[name, when] as const] : [])));
  if (conditions.size === 0) return [...fields];
  return fields.map((field) => {
    const ofGroup = field.group === undefined ? undefined : conditions.get(field.group);
    if (ofGroup === undefined) return field;
    return { ...field, when: field.when ? `(${ofGroup}) and (${field.when})` : ofGroup };
  });
}

/**
 * Whether the condition of a field holds for these values. A hidden field keeps its value and requires none. As in SQL a
 * condition on a missing value does not hold; one that cannot be read hides nothing.
 */
export function isShown({ when }: Pick<Field, 'when'>, values: Values): boolean {
  const condition = when ? formulaOf(when) : undefined;
  if (!condition) return true;
  return (
    condition.evaluate(
      (name) => propertyOf(values, name),
      () => undefined,
    ) === true
  );
}

/** Whether a form has the field: while it is shown, and also where its value must be corrected. */
export function isInForm(field: Field, values: Values): boolean {
  if (isShown(field, values)) return true;
  const value = propertyOf(values, field.name);
  return !isEmpty(value) && fieldProblem(field, value) !== undefined;
}
