export { COMPUTED_TYPES, expressionProblem } from './check.ts';
export { computedValue, withComputed } from './computed.ts';
export { MAX_EXPRESSION, type ExpressionProblem } from './parse.ts';
