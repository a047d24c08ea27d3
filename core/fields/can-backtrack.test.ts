import { describe, expect, it } from 'vitest';
import { canBacktrack } from './can-backtrack.ts';
import { fieldProblem } from './field-problem.ts';

describe('a pattern', () => {
  it.each([
    ['(a+)+b'],
    ['(a|a)*b'],
    ['(\\d+)+x'],
    ['((a+)b)*'],
    ['(?:x?y)*z'],
    ['([a-z]{1,9}){1,9}!'],
    ['(a)\\1*'],
    ['(?<n>a)\\k<n>'],
    ['a*a*a*b'],
    ['a{0,400}a{0,400}a{0,400}b'],
    ['a{2,}a+a*b'],
  ])('%s may backtrack without end', (pattern) => {
    expect(canBacktrack(pattern)).toBe(true);
  });

  it.each([
    ['[A-Z]{2}\\d{4,6}'],
    ['a{1,9}b{1,9}c{1,9}d{1,9}'],
    ['\\d+([.,]\\d+)?'],
    ['[\\w.+-]+@[\\w-]+'],
    ['(?!00)\\d{2}'],
    ['[(+*]+\\(\\)'],
    ['(?:foot|meadow) \\p{Lu}.*'],
    ['[0-9A-F]{8}(-[0-9A-F]){3}'],
  ])('%s is quick', (pattern) => {
    expect(canBacktrack(pattern)).toBe(false);
  });

  it('that may backtrack is left to the server', () => {
    const field = { name: 'code', title: { en: 'Code', it: 'Codice' }, type: 'text' as const };
    const value = `${'a'.repeat(60)}!`;
    expect(fieldProblem({ ...field, pattern: '(a+)+b' } as never, value)).toBeUndefined();
    expect(fieldProblem({ ...field, pattern: 'a+b' } as never, value)?.key).toBe('core:field.pattern');
  });
});
