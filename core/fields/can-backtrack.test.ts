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
    ['a{0,20}a{0,20}a{0,20}a{0,20}a{0,20}b'],
    [`${'a?'.repeat(40)}b`],
    [`${'(a|a)'.repeat(30)}b`],
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
    ['(?:DN100|DN150|DN200|DN250|DN300|DN400)(?:-[A-Z])?'],
    ['.+? .+'],
  ])('%s is quick', (pattern) => {
    expect(canBacktrack(pattern)).toBe(false);
  });

  it('that is found quick is quick, whatever it is made of', () => {
    let state = 7;
    const random = (below: number) =>
      Math.floor(((state = (state * 1664525 + 1013904223) % 2 ** 32) / 2 ** 32) * below);
    const atoms = ['a', 'b', '.', '[ab]', '\\w', '(?:a|ab)', '(?:a|b)', '(a?b)', '(?:(?=a)a)'];
    const signs = ['', '', '', '?', '*', '+', '{2}', '{1,3}', '{0,20}', '+?'];
    const values = ['a'.repeat(480), 'ab'.repeat(240), `${'a'.repeat(240)}${'b'.repeat(240)}`];
    let quick = 0;
    for (let n = 0; n < 3000; n++) {
      const part = () => atoms[random(atoms.length)]! + signs[random(signs.length)]!;
      const pattern = Array.from({ length: 1 + random(24) }, part).join('');
      if (canBacktrack(pattern)) continue;
      quick += 1;
      const expression = new RegExp(`^(?:${pattern})$`, 'u');
      const start = process.cpuUsage();
      for (const value of values) expression.test(`${value}!`);
      const { user, system } = process.cpuUsage(start);
      expect([pattern, (user + system) / 1e6 < 1]).toEqual([pattern, true]);
    }
    expect(quick).toBeGreaterThan(300);
  });

  it('that may backtrack is left to the server', () => {
    const field = { name: 'code', title: { en: 'Code', it: 'Codice' }, type: 'text' as const };
    const value = `${'a'.repeat(60)}!`;
    expect(fieldProblem({ ...field, pattern: '(a+)+b' } as never, value)).toBeUndefined();
    expect(fieldProblem({ ...field, pattern: 'a+b' } as never, value)?.key).toBe('core:field.pattern');
  });
});
