export { holds } from './conditions.ts';
export { fieldProblem, isEmpty, type FieldProblem } from './problem.ts';
export { printValue, titleOf } from './print.ts';
export { copiedProperties } from './copy.ts';
