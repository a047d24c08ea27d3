export { COMPUTED_TYPES, conditionProblem, expressionProblem, filterProblem } from './check.ts';
export { computedValue, withComputed } from './computed.ts';
export { formulaOf, formulaProblem, type Formula } from './formula.ts';
export { textOf as printedValue } from './evaluate.ts';
export { MAX_EXPRESSION, parseExpression, type ExpressionNode, type ExpressionProblem } from './parse.ts';
