/** What full plugins can import of core/expression: what the workbench itself has of it. */
export { COMPUTED_TYPES, expressionProblem, formulaOf } from '#core/expression';
