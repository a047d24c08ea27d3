import { describe, expect, it } from 'vitest';
import { areaOf, lengthOf } from '#core/geodesy';
import type { Field, Geometry, Position } from '#core/protocol';
import {
  computedValue,
  expressionProblem,
  filterProblem,
  formulaOf,
  formulaProblem,
  withComputed,
} from './index.ts';

const field = (name: string, type: Field['type'], computed?: string): Field => ({
  name,
  title: { en: name, it: name },
  type,
  required: false,
  ...(computed === undefined ? {} : { computed }),
});
const FIELDS = [
  field('width', 'number'),
  field('count', 'integer'),
  field('owner', 'text'),
  field('Plot "A"', 'number'),
  field('lit', 'boolean'),
  field('twice', 'number', 'width * 2'),
];
const RING: Position[] = [[12, 42], [12.001, 42], [12.001, 42.001], [12, 42.001], [12, 42]]; // prettier-ignore
const AREA: Geometry = { type: 'Polygon', coordinates: [RING] };
const POINT = { type: 'Point', coordinates: [12, 42] } satisfies Geometry;
const VALUES = { width: 2.5, count: 4, owner: "D'Este", 'Plot "A"': 10 };
const valueOf = (computed: string, type: Field['type'] = 'number', location: Geometry = POINT) =>
  computedValue(field('result', type, computed), VALUES, location);

describe('a condition', () => {
  const holds = (text: string) =>
    formulaOf(text)?.evaluate(
      (name) => (VALUES as Record<string, unknown>)[name],
      () => AREA,
    );

  it.each([
    ["width = 2.5 AND owner <> 'x'", true],
    ['count > 4 or count <= 4', true],
    ['not count = 4', false],
    ['count in (1, 4)', true],
    ["owner not in ('a', 'b')", true],
    ["owner like 'D%e'", true],
    ["owner like '_%Estee'", false],
    ['missing is null and width is not null', true],
    // As in SQL: unknown, not false.
    ['missing = 1', undefined],
    ['not missing = 1', undefined],
    ['missing = 1 or count = 4', true],
    ['missing = 1 and count = 5', false],
    ["count = '4'", true],
    ['$area > 0', true],
    ["if(count > 3, 'many', 'few')", 'many'],
    ["coalesce(missing, owner || '-' || 1)", "D'Este-1"],
    ['round(2.345, 2)', 2.35],
    ['upper(lower(owner))', "D'ESTE"],
  ])('%s is %s', (text, value) => {
    expect(holds(text)).toBe(value);
  });

  it.each([
    ['count > 4', undefined],
    ['lit', undefined],
    ['not lit', undefined],
    ['coalesce(lit, false)', undefined],
    ['if(count > 3, lit, width > 1)', undefined],
    ['width', 'not-a-condition'],
    ['upper(owner)', 'not-a-condition'],
    ['round(width)', 'not-a-condition'],
    ['coalesce(width, 1)', 'not-a-condition'],
    ["if(lit, 'a', 'b')", 'not-a-condition'],
    ['lit and depth > 1', 'unknown-field'],
  ])('on objects of known fields %s is refused as %s', (text, kind) => {
    expect(filterProblem(text, FIELDS)?.kind).toBe(kind);
  });

  it('on objects whose fields are not known may be any field, but no call that is never true', () => {
    expect([filterProblem('depth'), filterProblem('upper(depth)')?.kind]).toEqual([
      undefined,
      'not-a-condition',
    ]);
  });

  it('says what cannot be read, and takes no time for what repeats', () => {
    const problem = (text: string) => formulaProblem(text)?.part;
    expect(problem('width >')).toBe('');
    expect(problem('while(1)')).toBe('while(');
    expect(problem('round()')).toBe(')');
    expect(problem('width in 4')).toBe('4');
    expect(formulaProblem('('.repeat(1000))?.kind).toBe('too-long');
    expect(formulaProblem('not '.repeat(400))?.kind).toBe('too-long');
    const text = 'a'.repeat(10_000);
    const formula = formulaOf(`x like '${'%a'.repeat(500)}b'`)!;
    const started = performance.now();
    expect(formula.evaluate(() => text, () => AREA)).toBe(false); // prettier-ignore
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('an expression', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 4 - 3', 3],
    ['100 / 10 / 5', 2],
    ['-width * -2', 5],
    ['2 - -3', 5],
    ['  width*count ', 10],
    ['"Plot ""A""" / 4', 2.5],
    ['0.1 + 0.2', 0.1 + 0.2],
    ['width / (count - 4)', undefined],
    ['width + missing', undefined],
    ['$area', undefined],
  ])('%s is %s', (computed, value) => {
    expect(valueOf(computed)).toBe(value);
  });

  it('joins texts, and prints numbers without noise', () => {
    expect(valueOf("owner + ' ' + count", 'text')).toBe("D'Este 4");
    expect(valueOf("'it''s ' + (0.1 + 0.2)", 'text')).toBe("it's 0.3");
  });

  it('rounds for an integer field', () => {
    expect(valueOf('width * 3', 'integer')).toBe(8);
  });

  it('measures like geodesy', () => {
    expect(valueOf('$area', 'number', AREA)).toBe(areaOf([RING]));
    const line: Geometry = { type: 'LineString', coordinates: RING.slice(0, 2) };
    expect(valueOf('$length / 2', 'number', line)).toBe(lengthOf(RING.slice(0, 2)) / 2);
    expect(valueOf('$perimeter', 'number', line)).toBeUndefined();
  });

  it.each([
    ['width +', 'number', 'incomplete', ''],
    ['(width', 'number', 'incomplete', '('],
    ['width count', 'number', 'unexpected', 'count'],
    ['width) + 1', 'number', 'unexpected', ')'],
    ['width; process', 'number', 'unexpected', '; process'],
    ['$volume', 'number', 'unexpected', '$volume'],
    ["'open", 'text', 'unexpected', "'open"],
    ['', 'number', 'incomplete', ''],
    ['depth * 2', 'number', 'unknown-field', 'depth'],
    ['constructor', 'number', 'unknown-field', 'constructor'],
    ['lit + 1', 'number', 'unusable-field', 'lit'],
    ['twice + 1', 'number', 'unusable-field', 'twice'],
    ['owner * 2', 'number', 'not-a-number', 'owner'],
    ["width + 'm'", 'number', 'not-a-number', "width + 'm'"],
    ['1+'.repeat(250) + '1', 'number', 'too-long', '500'],
    ['-'.repeat(400) + '1', 'number', 'too-long', '500'],
    ['('.repeat(200), 'number', 'too-long', '500'],
    ['width * count', 'integer', undefined, undefined],
    ["owner + ' ' + width", 'text', undefined, undefined],
  ] as const)('%s for a %s: %s', (computed, type, kind, part) => {
    const problem = expressionProblem({ computed, type }, FIELDS);
    expect([problem?.kind, problem?.part]).toEqual([kind, part]);
  });
});

describe('attributes with computed values', () => {
  it('lose what was sent for a computed field', () => {
    const fields = [field('a', 'number'), field('b', 'number', 'a * 2')];
    expect(withComputed(fields, { a: 3, b: 99, c: 1 }, () => POINT)).toEqual({ a: 3, c: 1, b: 6 });
    expect(withComputed(fields, { b: 99 }, () => POINT)).toEqual({});
  });
});
