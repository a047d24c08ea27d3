import { describe, expect, it } from 'vitest';
import type { Field } from '#core/protocol';
import { convertValue, isOutOfRange, NOT_CONVERTIBLE } from './convert-value.ts';

const title = (text: string) => ({ en: text, it: `${text}-it` });
const field = (type: Field['type'], more: Partial<Field> = {}): Field => ({
  name: 'f',
  title: title('f'),
  type,
  required: false,
  ...more,
});
const ID = '7f2c1a52-6a3b-4c6e-9c59-0d3b5a1f2c11';

describe('a value converted to the type of a field', () => {
  it.each<[Field['type'], unknown, unknown]>([
    ['text', 12.5, '12.5'],
    ['text', true, 'true'],
    ['text', [ID, ID], `${ID}, ${ID}`],
    ['text', { a: 1 }, '{"a":1}'],
    ['number', ' 12.50 ', 12.5],
    ['number', '12,5', 12.5],
    ['number', '0,125', 0.125],
    ['number', '-3e2', -300],
    ['number', '1,234', NOT_CONVERTIBLE],
    ['number', '1.234,5', NOT_CONVERTIBLE],
    ['number', '12 m', NOT_CONVERTIBLE],
    ['number', '0x10', NOT_CONVERTIBLE],
    ['number', '1e999', NOT_CONVERTIBLE],
    ['number', true, 1],
    ['integer', '12', 12],
    ['integer', 12.0, 12],
    ['integer', 12.5, NOT_CONVERTIBLE],
    ['integer', '9007199254740993', NOT_CONVERTIBLE],
    ['boolean', 'Sì', true],
    ['boolean', 0, false],
    ['boolean', 2, NOT_CONVERTIBLE],
    ['date', ' 2026-02-28 ', '2026-02-28'],
    ['date', '2026-02-30', NOT_CONVERTIBLE],
    ['date', '03/04/2026', NOT_CONVERTIBLE],
    ['date', 20260228, NOT_CONVERTIBLE],
    ['relation', ID, ID],
    ['relation', 'nobody', NOT_CONVERTIBLE],
    ['number', '', undefined],
    ['number', null, undefined],
  ])('%s: %j becomes %s', (type, value, expected) => {
    expect(convertValue(value, field(type))).toBe(expected);
  });

  it('is the choice of this value or title; other texts stay, and are reported', () => {
    const choices = field('choice', { choices: [{ value: 'oak', title: title('Oak tree') }, { value: '2', title: title('Two') }] }); // prettier-ignore
    expect(['oak', 'OAK TREE', 'oak tree-IT', 2, 'elm'].map((value) => convertValue(value, choices))).toEqual(
      ['oak', 'oak', 'oak', '2', 'elm'],
    );
    expect(['oak', 'elm', ''].map((value) => isOutOfRange(value, choices))).toEqual([false, true, false]);
  });

  it('keeps values outside the range', () => {
    const bounded = field('number', { min: 0, max: 10 });
    expect(convertValue('12', bounded)).toBe(12);
    expect([12, 10].map((value) => isOutOfRange(value, bounded))).toEqual([true, false]);
  });
});
