import { measuresOf, type GeometryMeasures } from '#core/geodesy';
import { MAX_FORMULA, type Geometry } from '#core/protocol';
import { evaluate, type ExpressionValue } from './evaluate.ts';
import {
  ExpressionError,
  parseExpression,
  operandsOf,
  type ExpressionNode,
  type ExpressionProblem,
} from './parse.ts';

/** An expression that reads values of an object: the condition of a rule, or the text of a label. */
export interface Formula {
  /** The fields it reads. */
  readonly fields: readonly string[];
  readonly readsGeometry: boolean;
  evaluate(
    value: (field: string) => unknown,
    location: () => Geometry | undefined,
  ): ExpressionValue | undefined;
}

/** Returns why a text is no formula: syntax only, fields may be missing. */
export function formulaProblem(source: string): ExpressionProblem | undefined {
  const parsed = parse(source);
  return parsed instanceof ExpressionError ? parsed.problem : undefined;
}

/** Formulas that are kept: when there are more, all are parsed again. */
const MAX_CACHED = 2_000;
const formulas = new Map<string, Formula | undefined>();

/** Undefined for a text that is no formula. Parsed once. */
export function formulaOf(source: string): Formula | undefined {
  if (formulas.has(source)) return formulas.get(source);
  if (formulas.size > MAX_CACHED) formulas.clear();
  const parsed = parse(source);
  const formula = parsed instanceof ExpressionError ? undefined : prepared(parsed);
  formulas.set(source, formula);
  return formula;
}

function parse(source: string): ExpressionNode | ExpressionError {
  try {
    return parseExpression(source, MAX_FORMULA);
  } catch (thrown) {
    if (thrown instanceof ExpressionError) return thrown;
    throw thrown;
  }
}

function prepared(node: ExpressionNode): Formula {
  const all = nodesIn(node);
  const fields = new Set(all.flatMap((each) => (each.kind === 'field' ? [each.name] : [])));
  return {
    fields: [...fields],
    readsGeometry: all.some(({ kind }) => kind === 'measure'),
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

function nodesIn(node: ExpressionNode): ExpressionNode[] {
  return [node, ...operandsOf(node).flatMap(nodesIn)];
}
