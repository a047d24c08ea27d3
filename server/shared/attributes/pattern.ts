import vm from 'node:vm';

/**
 * Time limits of a pattern for one value, milliseconds; a normal pattern takes microseconds. On a busy machine a
 * thread may be suspended for that long: after the first limit it is tried again with the second, longer one.
 */
const LIMITS = [50, 250];
/** The limit once slow patterns have used up `BUDGET`. */
const SHORT_LIMITS = [5, 5];
/** A pattern that is too slow is not tried again for this long, milliseconds. */
const REST = 60_000;
/** The time that all slow patterns together may take in a period of `REST`, milliseconds. */
const BUDGET = 600;
/** The time that a pattern is tried for before it is saved, milliseconds. */
const TRIAL_TIME = 1000;

const context = vm.createContext(Object.create(null) as object, {
  codeGeneration: { strings: false, wasm: false },
});
const test = new vm.Script('expression.test(value)');
const slowUntil = new Map<string, number>();
let period = { end: 0, spent: 0 };

/** Whether the pattern is a regular expression. */
export function isPattern(pattern: string): boolean {
  return expressionOf(pattern) !== undefined;
}

/**
 * Whether the pattern backtracks for so long that it is too slow: tried on long runs of the characters that it names,
 * with an end that does not match.
 */
export function isSlow(pattern: string): boolean {
  const expression = expressionOf(pattern);
  if (!expression) return false;
  const characters = [...new Set(pattern.replace(/[^\p{L}\p{N}_@.,:;/ -]/gu, '')), ...'a0 _-'];
  const pairs = characters.slice(0, 6).flatMap((a, i, all) => all.slice(i + 1).map((b) => a + b));
  const end = performance.now() + TRIAL_TIME;
  for (const run of [...characters.slice(0, 30), ...pairs])
    for (const length of [40, 1500]) {
      if (performance.now() > end) return false;
      if (testWithin(expression, `${run.repeat(length / run.length)}\u{1}`, LIMITS) === undefined)
        return true;
    }
  return false;
}

/**
 * Whether all of `value` matches the pattern (as in HTML's `pattern`). `too-slow` when it took too long: patterns are
 * written by people, and one that backtracks without end would block the server for all. A pattern that was too slow
 * is not tried for a minute, and all slow patterns share a budget, so that many of them cannot block it either.
 */
export function matches(pattern: string, value: string): boolean | 'too-slow' {
  const expression = expressionOf(pattern);
  // Refused when the type was saved.
  if (!expression) return true;
  const now = Date.now();
  const until = slowUntil.get(pattern);
  if (until !== undefined && until > now) return 'too-slow';
  if (now >= period.end) period = { end: now + REST, spent: 0 };
  const start = performance.now();
  const matched = testWithin(expression, value, period.spent < BUDGET ? LIMITS : SHORT_LIMITS);
  if (matched !== undefined) return matched;
  period.spent += performance.now() - start;
  if (slowUntil.size > 1000) slowUntil.clear();
  slowUntil.set(pattern, now + REST);
  return 'too-slow';
}

/** The result of the test, tried with one limit after the other. Undefined when it took longer than each. */
function testWithin(expression: RegExp, value: string, limits: readonly number[]): boolean | undefined {
  Object.assign(context, { expression, value });
  for (const timeout of limits)
    try {
      return test.runInContext(context, { timeout }) as boolean;
    } catch {
      // Stopped: tried with the next limit.
    }
  return undefined;
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
