import { expect, it } from 'vitest';
import { field } from '#core/testing';
import { fieldLacks } from './field-lacks.ts';

const FIELDS = [
  field('code', { required: true, pattern: '[A-Z]\\d' }),
  field('height', { type: 'number', min: 0 }),
  field('area', { type: 'number', required: true, computed: '$area' }),
  field('photo', { type: 'image', required: true }),
  field('plan', { type: 'image', pattern: '\\w+' }),
];
const lacksOf = (properties: Record<string, unknown>) =>
  fieldLacks({ fields: FIELDS }, properties).map(({ field: { name }, problem }) => `${name} ${problem.key}`);

it('A new object lacks required values, and others in place of wrong ones', () => {
  expect(lacksOf({})).toEqual(['code core:field.required', 'photo core:field.required']);
  expect(lacksOf({ code: 'x', height: -1, photo: 'a.jpg' })).toEqual([
    'code core:field.pattern',
    'height core:field.least',
  ]);
});

it('It lacks nothing that is computed, or that is set once it exists', () => {
  expect(lacksOf({ code: 'A1', height: 3, photo: 'a.jpg' })).toEqual([]);
});
