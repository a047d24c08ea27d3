import { expect, it } from 'vitest';
import type { Field } from '#core/protocol';
import { fieldChanges } from './field-changes.ts';

const use = (...values: string[]): Field => ({
  name: 'use',
  title: { en: 'Use', it: 'Uso' },
  type: 'choice',
  required: false,
  choices: values.map((value) => ({ value, title: { en: value, it: value } })),
});

it('looks at the stored values when a choice is gone, not when it gets a colour or a title', () => {
  const before = use('wood', 'field');
  const coloured = { ...before, choices: before.choices!.map((each) => ({ ...each, colour: '#009e73' })) };
  expect(fieldChanges([before], [coloured])).toEqual([]);
  expect(fieldChanges([before], [use('wood')])).toMatchObject([{ change: 'changed', rewrites: false }]);
});
