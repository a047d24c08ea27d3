import { describe, expect, it } from 'vitest';
import type { Field } from '#core/protocol';
import { propertyProblems, storageProblem } from './check.ts';
import { withBudget } from '../../base/request-budget.ts';
import { linearPattern } from './linear-pattern.ts';
import { isPattern, isSlow, matches } from './pattern.ts';
import { paletteStyle } from './palette.ts';

const title = { en: 'x', it: 'x' };
const field = (type: Field['type'], more: Partial<Field> = {}): Field => ({
  name: 'f',
  title,
  type,
  required: false,
  ...more,
});
const keyOf = (given: Field, value: unknown) => propertyProblems([given], { f: value })[0]?.key;

describe('attributes checked against the fields of their type', () => {
  it.each([
    ['text', 'anything', 5],
    ['number', 1.5, '1.5'],
    ['number', -0, NaN.toString()],
    ['integer', 7, 7.5],
    ['integer', 9_007_199_254_740_991, 9_007_199_254_740_992],
    ['boolean', false, 'false'],
    ['date', '2024-02-29', '2023-02-29'],
    ['date', '2026-11-21T08:30:00Z', '2026-11-21T25:00:00Z'],
    ['date', '2026-11-21', '21/11/2026'],
    ['image', 'photo.jpg', { file: 'photo.jpg' }],
    ['relation', '7f2c1a52-6a3b-4c6e-9c59-0d3b5a1f2c11', 'nobody'],
    ['relation', ['7f2c1a52-6a3b-4c6e-9c59-0d3b5a1f2c11'], [7]],
  ] as const)('of kind %s take %s and not %s', (type, good, bad) => {
    expect(keyOf(field(type), good)).toBeUndefined();
    expect(keyOf(field(type), bad)).toMatch(/^properties\.not-/);
  });

  it('may be absent, null or empty unless they are required', () => {
    for (const value of [undefined, null, '']) {
      expect(keyOf(field('number'), value)).toBeUndefined();
      expect(keyOf(field('number', { required: true }), value)).toBe('properties.required');
    }
    expect(keyOf(field('number', { required: true }), 0)).toBeUndefined();
    expect(keyOf(field('boolean', { required: true }), false)).toBeUndefined();
  });

  it('are within their bounds, inclusive', () => {
    const bounded = field('number', { min: 0, max: 10 });
    expect([0, 10].map((value) => keyOf(bounded, value))).toEqual([undefined, undefined]);
    expect([-0.001, 10.001].map((value) => keyOf(bounded, value))).toEqual([
      'properties.too-small',
      'properties.too-large',
    ]);
  });

  it('are not read from the prototype of all objects', () => {
    expect(propertyProblems([field('text', { name: 'constructor', required: true })], {})).toHaveLength(1);
  });
});

describe('a pattern', () => {
  it('must match the whole value', () => {
    expect(matches('[A-Z]\\d|x', 'A1')).toBe(true);
    expect(matches('[A-Z]\\d|x', 'A12')).toBe(false);
    expect(matches('[A-Z]\\d|x', 'xx')).toBe(false);
  });

  it('is reported when it is not a valid regular expression', () => {
    expect([isPattern('[a-z]+'), isPattern('[a-z')]).toEqual([true, false]);
  });

  it('that would backtrack without end in JavaScript is matched in linear time', () => {
    const start = process.cpuUsage();
    for (const pattern of ['(a+)+b', '(a|a)*b', '(\\w+\\s?)+x', 'a*a*a*a*b', `${'a?'.repeat(60)}b`])
      for (const length of [40, 1500, 10_000]) expect(matches(pattern, 'a'.repeat(length))).toBe(false);
    expect(matches('(a+)+b', `${'a'.repeat(9000)}b`)).toBe(true);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1e6).toBeLessThan(5);
  });

  it('is matched in linear time as JavaScript matches it', () => {
    let state = 3;
    const random = (below: number) =>
      Math.floor(((state = (state * 1664525 + 1013904223) % 2 ** 32) / 2 ** 32) * below);
    const pick = <T>(list: readonly T[]): T => list[random(list.length)]!;
    const atoms =
      'a|b|.|\\s|\\S|\\d|\\w|\\W|[^a]|[\\s\\d]|[.\\]a]|\\u{1F600}|\\u00e8|\\p{Lu}|\\.|\\/|(?:a|bb)|(b?)|\\v|\\0|^|$'.split(
        '|',
      );
    const characters = [...'ab1.]/ A\n\r\v\0_èÈ\u{1F600}\u00a0\u2028\ufeff\u3000'];
    let compared = 0;
    for (let n = 0; n < 4000; n++) {
      const pattern = Array.from(
        { length: 1 + random(4) },
        () => pick(atoms) + pick(['', '', '?', '*', '+', '{1,2}']),
      ).join('');
      const linear = linearPattern(pattern);
      if (!linear || !isPattern(pattern)) continue;
      const expression = new RegExp(`^(?:${pattern})$`, 'u');
      for (let i = 0; i < 8; i++) {
        const value = Array.from({ length: random(5) }, () => pick(characters)).join('');
        expect([pattern, value, linear.matches(value)]).toEqual([pattern, value, expression.test(value)]);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(10_000);
  });

  it('takes from the budget of its request, whatever it is made of', () => {
    const value = 'a'.repeat(10_000);
    const patterns = ['(a+)+b', 'a+a+b', '(?!b)a+b', '(.{1,20}){1,10}b'];
    for (const pattern of patterns) {
      const start = process.cpuUsage();
      const answers = withBudget(() => Array.from({ length: 3000 }, () => matches(pattern, value)));
      const { user, system } = process.cpuUsage(start);
      expect([pattern, (user + system) / 1e6 < 5, answers[0], answers.at(-1)]).toEqual([
        pattern,
        true,
        expect.anything(),
        'too-slow',
      ]);
    }
    // The next request has its own.
    expect(withBudget(() => matches('(a+)+b', value))).toBe(false);
  });

  it('of a former version that cannot be matched in linear time is stopped, and shares its time with others', () => {
    const value = 'a'.repeat(40);
    const start = process.cpuUsage();
    for (let n = 0; n < 100; n++) expect(matches(`(?=a)(a+)+[b${n}]`, value)).toBe('too-slow');
    // Each with the full limits would take 30 s.
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1e6).toBeLessThan(15);
    expect(matches('[a-z]+', value)).toBe(true);
  });

  it.each([['(?=a)(a+)+b'], ['(a|a)*\\1b'], ['(?:x{1,30}){1,900}'], ['(?!.*a.*a.*a)b']])(
    '%s is found to be slow before it is saved',
    (pattern) => expect(isSlow(pattern)).toBe(true),
  );

  it.each([
    ['[A-Z]{2}\\d{4,6}'],
    ['[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+'],
    ["\\p{L}[\\p{L} '-]*"],
    ['(?!00)\\d{2}'],
    ['(a+)+b'],
  ])('%s is quick', (pattern) => expect(isSlow(pattern)).toBe(false));
});

describe('attributes to be stored', () => {
  const nested = (depth: number): Record<string, unknown> =>
    JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`) as Record<string, unknown>;

  it('may be nested twenty levels deep, not twenty-one, and never crash the server', () => {
    expect(storageProblem(nested(20))).toBeUndefined();
    expect(storageProblem(nested(21))?.key).toBe('properties.too-deep');
    expect(storageProblem(nested(5000))?.key).toBe('properties.too-deep');
  });

  it('contain finite numbers and valid characters', () => {
    expect(storageProblem({ a: [1, { b: Infinity }] })).toMatchObject({
      key: 'properties.not-finite',
      path: 'properties.a[1].b',
    });
    expect(storageProblem({ a: 'x\0' })?.key).toBe('properties.not-text');
    expect(storageProblem({ a: '\udc00' })?.key).toBe('properties.not-text');
    expect(storageProblem({ ['\0']: 1 })?.key).toBe('properties.not-text');
    expect(storageProblem({ a: '😀 \\u0000' })).toBeUndefined();
  });

  it('are limited in number and length', () => {
    const many = Object.fromEntries(Array.from({ length: 100_001 }, (_, n) => [`k${n}`, n]));
    expect(storageProblem(many)?.key).toBe('properties.too-many');
    expect(storageProblem({ a: 'x'.repeat(1_000_001) })?.key).toBe('properties.too-long');
  });
});

describe('the palette', () => {
  it('gives each of the first six types a different colour, and then another shape', () => {
    const styles = Array.from({ length: 7 }, (_, n) => paletteStyle(n, 'Point'));
    expect(new Set(styles.slice(0, 6).map(({ stroke }) => stroke)).size).toBe(6);
    expect(styles[6]).toMatchObject({ stroke: styles[0]!.stroke, shape: 'square' });
  });
});
