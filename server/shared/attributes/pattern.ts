import vm from 'node:vm';

/**
 * Time limits of a pattern for one value, milliseconds; a normal pattern takes microseconds. On a busy machine a
 * thread may be suspended for that long: after the first limit it is tried again with the second, longer one.
 */
const LIMITS = [50, 250];
/** A pattern that is too slow is not tried again for this long, so that a list of values cannot block the server. */
const REST = 60_000;

const context = vm.createContext(Object.create(null) as object, {
  codeGeneration: { strings: false, wasm: false },
});
const test = new vm.Script('expression.test(value)');
const slowUntil = new Map<string, number>();

/** Whether the pattern is a regular expression. */
export function isPattern(pattern: string): boolean {
  return expressionOf(pattern) !== undefined;
}

/**
 * Whether all of `value` matches the pattern (as in HTML's `pattern`). `too-slow` when it took too long: patterns are
 * written by people, and one that backtracks without end would block the server for all. A pattern that was too slow
 * is not tried for a minute, and all slow patterns share a budget, so that many of them cannot block it either.
 */
export function matches(pattern: string, value: string): boolean | 'too-slow' {
  const expression = expressionOf(pattern);
  if (!expression) return true; // refused when the type was saved
  const until = slowUntil.get(pattern);
  if (until !== undefined && until > Date.now()) return 'too-slow';
  Object.assign(context, { expression, value });
  for (const timeout of LIMITS)
    try {
      return test.runInContext(context, { timeout }) as boolean;
    } catch {
      // Stopped: tried with the next limit.
    }
  if (slowUntil.size > 1000) slowUntil.clear();
  slowUntil.set(pattern, Date.now() + REST);
  return 'too-slow';
}

const expressions = new Map<string, RegExp | undefined>();

function expressionOf(pattern: string): RegExp | undefined {
  if (expressions.has(pattern)) return expressions.get(pattern);
  if (expressions.size > 1000) expressions.clear();
  let expression: RegExp | undefined;
  try {
    expression = new RegExp(`^(?:${pattern})$`, 'u');
  } catch {
    expression = undefined;
  }
  expressions.set(pattern, expression);
  return expression;
}
