import type { Comparison, ExpressionNode, FunctionName, MeasureName } from './parse.ts';

/** What an expression reads; undefined where there is no value. */
export interface ExpressionInput {
  value: (field: string) => unknown;
  measure: (name: MeasureName) => number | undefined;
}

export type ExpressionValue = number | string | boolean;

/**
 * Returns a finite number, a text, whether a condition holds, or undefined where a value is missing, or there is no such
 * number. As in SQL, a comparison with a missing value neither holds nor does not.
 */
export function evaluate(node: ExpressionNode, input: ExpressionInput): ExpressionValue | undefined {
  switch (node.kind) {
    case 'number':
    case 'text':
    case 'boolean':
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
    case 'comparison':
      return compare(node.operator, evaluate(node.left, input), evaluate(node.right, input));
    case 'not': {
      const value = evaluate(node.of, input);
      return typeof value === 'boolean' ? !value : undefined;
    }
    case 'and':
    case 'or':
      return connect(node, input);
    case 'null':
      return evaluate(node.of, input) === undefined;
    case 'in':
      return isIn(
        evaluate(node.of, input),
        node.list.map((each) => evaluate(each, input)),
      );
    case 'call':
      return call(node.name, (n) => (node.of[n] ? evaluate(node.of[n], input) : undefined), node.of.length);
  }
}

function connect(
  { kind, left, right }: Extract<ExpressionNode, { kind: 'and' | 'or' }>,
  input: ExpressionInput,
): boolean | undefined {
  const decides = kind === 'or';
  const first = evaluate(left, input);
  if (first === decides) return decides;
  const second = evaluate(right, input);
  if (second === decides) return decides;
  return typeof first === 'boolean' && typeof second === 'boolean' ? !decides : undefined;
}

function isIn(
  value: ExpressionValue | undefined,
  list: readonly (ExpressionValue | undefined)[],
): boolean | undefined {
  if (value === undefined) return undefined;
  const found = list.map((each) => compare('=', value, each));
  if (found.includes(true)) return true;
  return found.includes(undefined) ? undefined : false;
}

function compare(
  operator: Comparison,
  left: ExpressionValue | undefined,
  right: ExpressionValue | undefined,
): boolean | undefined {
  if (left === undefined || right === undefined) return undefined;
  if (operator === 'like') return isLike(textOf(left), textOf(right));
  const isMixed = typeof left !== typeof right;
  const [a, b] = isMixed ? [textOf(left), textOf(right)] : [left, right];
  switch (operator) {
    case '=':
      return a === b;
    case '<>':
      return a !== b;
    case '<':
      return isMixed ? undefined : a < b;
    case '<=':
      return isMixed ? undefined : a <= b;
    case '>':
      return isMixed ? undefined : a > b;
    case '>=':
      return isMixed ? undefined : a >= b;
  }
}

/** Whether a text matches a pattern of SQL: `%` is any text, `_` any character. Takes at most length × length steps. */
function isLike(text: string, pattern: string): boolean {
  let [at, from, star, retry] = [0, 0, -1, 0];
  while (at < text.length) {
    const sign = pattern[from];
    if (sign === '%') {
      star = from++;
      retry = at;
    } else if (sign === '_' || sign === text[at]) {
      at++;
      from++;
    } else if (star >= 0) {
      from = star + 1;
      at = ++retry;
    } else return false;
  }
  while (pattern[from] === '%') from++;
  return from === pattern.length;
}

function call(
  name: FunctionName,
  value: (n: number) => ExpressionValue | undefined,
  count: number,
): ExpressionValue | undefined {
  if (name === 'if') return value(0) === true ? value(1) : value(2);
  if (name === 'coalesce') {
    for (let n = 0; n < count; n++) {
      const found = value(n);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const first = value(0);
  if (first === undefined) return undefined;
  if (name === 'upper') return textOf(first).toUpperCase();
  if (name === 'lower') return textOf(first).toLowerCase();
  if (typeof first !== 'number') return undefined;
  if (name === 'abs') return Math.abs(first);
  const digits = count > 1 ? value(1) : 0;
  if (typeof digits !== 'number') return undefined;
  const power = 10 ** Math.max(-12, Math.min(12, Math.round(digits)));
  return finite(Math.round(first * power) / power);
}

function calculate(operator: '+' | '-' | '*' | '/', left: number, right: number): number {
  if (operator === '+') return left + right;
  if (operator === '-') return left - right;
  return operator === '*' ? left * right : left / right;
}

/** The text of a number has at most 12 significant digits: 0.3, not 0.30000000000000004. */
export function textOf(value: ExpressionValue): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(12))) : String(value);
}

function scalarOf(value: unknown): ExpressionValue | undefined {
  if (typeof value === 'number') return finite(value);
  if (typeof value === 'boolean') return value;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}
