import { measuresOf, type GeometryMeasures } from '#core/geodesy';
import type { Geometry } from '#core/protocol';
import { evaluate, type ExpressionValue } from './evaluate.ts';
import {
  ExpressionError,
  parseExpression,
  partsOf,
  type ExpressionNode,
  type ExpressionProblem,
} from './parse.ts';

/** Characters of a condition or a label. */
export const MAX_FORMULA = 2_000;

/** An expression that reads values of an object: the condition of a rule, or the text of a label. */
export interface Formula {
  /** The fields it reads. */
  readonly fields: readonly string[];
  /** Whether it reads the geometry. */
  readonly measures: boolean;
  evaluate(
    value: (field: string) => unknown,
    location: () => Geometry | undefined,
  ): ExpressionValue | undefined;
}

/** Returns why a text is no formula: syntax only, fields may be missing. */
export function formulaProblem(source: string): ExpressionProblem | undefined {
  try {
    parseExpression(source, MAX_FORMULA);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof ExpressionError) return thrown.problem;
    throw thrown;
  }
}

const formulas = new Map<string, Formula | undefined>();

/** Undefined for a text that is no formula. Parsed once. */
export function formulaOf(source: string): Formula | undefined {
  if (formulas.has(source)) return formulas.get(source);
  if (formulas.size > 2_000) formulas.clear();
  const formula = formulaProblem(source) ? undefined : made(parseExpression(source, MAX_FORMULA));
  formulas.set(source, formula);
  return formula;
}

function made(node: ExpressionNode): Formula {
  const all = allOf(node);
  const fields = new Set(all.flatMap((each) => (each.kind === 'field' ? [each.name] : [])));
  return {
    fields: [...fields],
    measures: all.some(({ kind }) => kind === 'measure'),
    evaluate: (value, location) => {
      let measures: Partial<GeometryMeasures> | undefined;
      const measured = () => {
        const geometry = location();
        return geometry ? measuresOf(geometry) : {};
      };
      return evaluate(node, { value, measure: (name) => (measures ??= measured())[name] });
    },
  };
}

function allOf(node: ExpressionNode): ExpressionNode[] {
  return [node, ...partsOf(node).flatMap(allOf)];
}
