import vm from 'node:vm';
import { canBacktrack } from '#core/fields';
import { spend } from '../../base/request-budget.ts';
import { linearPattern } from './linear-pattern.ts';

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
/** Values of this length are matched fast by every pattern that cannot backtrack for long. */
const SHORT = 200;

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
 * Whether some value could take too long. No time is measured: either the pattern is matched in linear time, or it has
 * too few repetitions to backtrack for long.
 */
export function isSlow(pattern: string): boolean {
  return isPattern(pattern) && !linear(pattern) && !isPlain(pattern);
}

/**
 * Whether all of `value` matches the pattern (as in HTML's `pattern`). `too-slow` when the request has no budget left.
 * Patterns are written by people, and one that backtracks without end would block the server for all: those that could
 * are matched in linear time. The few that cannot, saved by a former version, have a time limit.
 */
export function matches(pattern: string, value: string): boolean | 'too-slow' {
  const expression = expressionOf(pattern);
  // Refused when the type was saved.
  if (!expression) return true;
  if (isPlain(pattern) && value.length <= SHORT)
    return spend(value.length) ? expression.test(value) : 'too-slow';
  const fast = linear(pattern);
  if (fast) return spend(value.length * fast.size) ? fast.matches(value) : 'too-slow';
  if (isPlain(pattern)) return spend(value.length ** 2) ? expression.test(value) : 'too-slow';
  return matchesInTime(expression, pattern, value);
}

/** A pattern that was too slow is not tried for a minute, and all slow patterns share a time. */
function matchesInTime(expression: RegExp, pattern: string, value: string): boolean | 'too-slow' {
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

/** The expression as JavaScript has it; undefined where the pattern is not one. */
const expressionOf = remembered((pattern) => {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u');
  } catch {
    return undefined;
  }
});
const linear = remembered(linearPattern);
/** Whether it can be left to JavaScript, since it cannot backtrack for long. */
const isPlain = remembered((pattern) => !canBacktrack(pattern));

function remembered<T>(of: (pattern: string) => T): (pattern: string) => T {
  const known = new Map<string, T>();
  return (pattern) => {
    if (known.has(pattern)) return known.get(pattern)!;
    if (known.size > 1000) known.clear();
    const made = of(pattern);
    known.set(pattern, made);
    return made;
  };
}
