import type { ExpressionNode, MeasureName } from './parse.ts';

/** What an expression reads; undefined where there is no value. */
export interface ExpressionInput {
  value: (field: string) => unknown;
  measure: (name: MeasureName) => number | undefined;
}

/** Returns a finite number, a text, or undefined where a value is missing, or there is no such number. */
export function evaluate(node: ExpressionNode, input: ExpressionInput): number | string | undefined {
  switch (node.kind) {
    case 'number':
    case 'text':
      return node.value;
    case 'field':
      return scalarOf(input.value(node.name));
    case 'measure':
      return input.measure(node.name);
    case 'minus': {
      const value = evaluate(node.of, input);
      return typeof value === 'number' ? -value : undefined;
    }
    case 'operation': {
      const left = evaluate(node.left, input);
      const right = evaluate(node.right, input);
      if (left === undefined || right === undefined) return undefined;
      if (typeof left === 'number' && typeof right === 'number')
        return finite(calculate(node.operator, left, right));
      return node.operator === '+' ? textOf(left) + textOf(right) : undefined;
    }
  }
}

function calculate(operator: '+' | '-' | '*' | '/', left: number, right: number): number {
  if (operator === '+') return left + right;
  if (operator === '-') return left - right;
  return operator === '*' ? left * right : left / right;
}

/** The text of a number has at most 12 significant digits: 0.3, not 0.30000000000000004. */
export function textOf(value: number | string): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(12))) : value;
}

function scalarOf(value: unknown): number | string | undefined {
  if (typeof value === 'number') return finite(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}
