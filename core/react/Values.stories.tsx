import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, userEvent, within } from 'storybook/test';
import { field } from '#core/testing';
import { ValueField, type ValueFieldProps } from './ValueField.tsx';

const meta: Meta = { title: 'Core/Values' };
export default meta;
type Story = StoryObj;

const FIELDS = [
  field('tag', { title: { en: 'Tag', it: 'Targhetta' }, required: true, pattern: '[A-Z]\\d{1,4}' }),
  field('height', { title: { en: 'Height (m)', it: 'Altezza (m)' }, type: 'number', min: 0, max: 60 }),
  field('kind', {
    title: { en: 'Kind', it: 'Specie' },
    type: 'choice',
    choices: [
      { value: 'oak', title: { en: 'Oak', it: 'Quercia' } },
      { value: 'elm', title: { en: 'Elm', it: 'Olmo' } },
    ],
  }),
  field('seen', { title: { en: 'Seen on', it: 'Visto il' }, type: 'date' }),
  field('alive', { title: { en: 'Alive', it: 'Vivo' }, type: 'boolean', required: true }),
  field('near', { title: { en: 'Next to', it: 'Vicino a' }, type: 'relation' }),
];
const VALUES = { tag: 'A1', height: 12.5, kind: 'oak', seen: '2026-11-20', alive: true, near: ['t1', 't2'] };
const change = fn();

function Values({ values = {}, ...more }: Partial<ValueFieldProps> & { values?: Record<string, unknown> }) {
  const [all, setAll] = useState(values);
  return (
    <div style={{ display: 'grid', gap: 16, maxInlineSize: 320 }}>
      {FIELDS.map((each) => (
        <ValueField
          key={each.name}
          {...more}
          field={each}
          value={all[each.name]}
          onChange={(next) => {
            change(next);
            setAll({ ...all, [each.name]: next });
          }}
        />
      ))}
    </div>
  );
}

export const All: Story = {
  render: () => <Values values={VALUES} />,
  play: async ({ canvasElement }) => {
    const day = await within(canvasElement).findByRole('spinbutton', { name: /day/ }, { timeout: 15_000 });
    await userEvent.click(day);
    await userEvent.keyboard('21');
    await expect(change).toHaveBeenLastCalledWith('2026-11-21');
  },
};
export const CheckBox: Story = { render: () => <Values values={VALUES} booleanAs="checkbox" /> };
export const Wrong: Story = {
  render: () => <Values values={{ tag: 'wrong', height: 61 }} booleanAs="checkbox" />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByLabelText(/Tag/)).toBeInvalid();
    await expect(canvas.getByText('At most 60.')).toBeVisible();
    await expect(canvas.getByRole('checkbox', { name: /Alive/ })).toBeInvalid();
  },
};
export const ReadOnlyItalian: Story = {
  render: () => <Values values={VALUES} isReadOnly />,
  globals: { language: 'it', theme: 'dark' },
};
