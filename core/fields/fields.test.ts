import { describe, expect, it } from 'vitest';
import type { I18n } from '#core/i18n';
import type { Field } from '#core/protocol';
import { fieldProblem, printValue } from './index.ts';

const field = (more: Partial<Field>): Field => ({
  name: 'f',
  title: { en: 'F', it: 'F' },
  type: 'text',
  required: false,
  ...more,
});

describe('A value judged by its field', () => {
  it.each([
    [{ required: true }, '', 'core:field.required'],
    [{ required: true }, null, 'core:field.required'],
    [{}, undefined, undefined],
    [{ type: 'number', min: 0 }, -1, 'core:field.least'],
    [{ type: 'number', max: 10 }, 11, 'core:field.most'],
    [{ type: 'number', min: 0, max: 10 }, 10, undefined],
    [{ type: 'number' }, 'ten', 'core:field.number'],
    [{ type: 'integer' }, 1.5, 'core:field.whole'],
    [{ pattern: '[A-Z]{2}\\d+' }, 'AB12', undefined],
    [{ pattern: '[A-Z]{2}\\d+' }, 'xAB12', 'core:field.pattern'],
    [{ pattern: '(' }, 'anything', undefined],
    [{ type: 'choice', choices: [{ value: 'a', title: { en: 'A', it: 'A' } }] }, 'b', 'core:field.choice'],
    [{ type: 'date' }, '2026-02-28', undefined],
    [{ type: 'date' }, '2026-02-30', 'core:field.date'],
    [{ type: 'boolean' }, 'yes', 'core:field.boolean'],
    [{ type: 'boolean' }, false, undefined],
  ] as const)('%j %j: %s', (more, value, key) => {
    expect(fieldProblem(field(more as Partial<Field>), value)?.key).toBe(key);
  });
});

describe('A value printed', () => {
  const i18n = {
    language: 'it',
    t: (key: string) => key,
    number: (value: number, options?: Intl.NumberFormatOptions) => value.toLocaleString('it', options),
    date: (value: Date, options?: Intl.DateTimeFormatOptions) => value.toLocaleDateString('it', options),
  } as I18n;
  it('speaks the language', () => {
    const choices = [{ value: 'a', title: { en: 'Alive', it: 'Viva' } }];
    expect(printValue('a', field({ type: 'choice', choices }), i18n)).toBe('Viva');
    expect(printValue('z', field({ type: 'choice', choices }), i18n)).toBe('z');
    expect(printValue(1234.5, undefined, i18n)).toBe('1234,5');
    expect(printValue(true, undefined, i18n)).toBe('core:value.yes');
    expect(printValue('2026-11-21', field({ type: 'date' }), i18n)).toBe('21 nov 2026');
    expect(printValue(null, undefined, i18n)).toBe('—');
  });
});
