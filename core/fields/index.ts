export { choiceColour } from './choice-colour.ts';
export { canBacktrack } from './can-backtrack.ts';
export { matchesFilter } from './matches-filter.ts';
export { fieldProblem, isEmpty, type FieldProblem } from './field-problem.ts';
export { objectTitle } from './object-title.ts';
export { printValue, titleOf } from './print-value.ts';
export { copiedProperties } from './copied-properties.ts';
export { fieldLacks, isEditable, type FieldLack } from './field-lacks.ts';
export { defaultValues } from './default-values.ts';
