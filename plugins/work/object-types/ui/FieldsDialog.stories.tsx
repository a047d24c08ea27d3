import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { expect, screen, userEvent, waitFor } from 'storybook/test';
import { API } from '#core/api';
import type { FieldEffects, ObjectType } from '#core/protocol';
import { bindAll, field } from '#core/testing';
import { EDITED_FIELDS, EditedFields } from '../model/edited-fields.ts';
import FieldsDialog from './FieldsDialog.tsx';

/** The dialog's code loads on demand; a busy machine takes its time. */
const PATIENCE = { timeout: 15_000 };
const PARCEL = {
  id: 't1',
  name: 'parcel',
  title: { en: 'Parcels', it: 'Particelle' },
  version: 1,
  fields: [
    field('number', { title: { en: 'Number', it: 'Numero' }, required: true }),
    field('use', {
      title: { en: 'Use', it: 'Uso' },
      type: 'choice',
      choices: [{ value: 'vineyard', title: { en: 'Vineyard', it: 'Vigneto' } }],
    }),
    field('area', { title: { en: 'Area', it: 'Superficie' }, type: 'number', computed: '$area' }),
  ],
} as unknown as ObjectType;
const EFFECTS: FieldEffects = {
  objects: 4310,
  lost: 12,
  elsewhere: 0,
  rewritten: 4310,
  effects: [
    { field: 'number', change: 'changed', converted: 4298, lost: 12, empty: 5, outOfRange: 3, duplicates: 0, examples: ['12/a', 'none'] }, // prettier-ignore
  ],
};

function opened() {
  return {
    services: (container: Container) => {
      const api = { call: () => Promise.resolve({ data: EFFECTS }) } as never;
      const edited = new EditedFields(api, {} as never, { t: (key) => key });
      edited.open(PARCEL, { reloadTypes: () => Promise.resolve() });
      bindAll(container, [
        [API, api],
        [EDITED_FIELDS, edited],
      ]);
    },
  };
}

const meta: Meta = {
  title: 'Object types/Fields',
  parameters: { namespaces: ['object-types'], ...opened() },
  render: () => <FieldsDialog />,
};
export default meta;
type Story = StoryObj;

export const Fields: Story = {
  play: async () => {
    await userEvent.click(await screen.findByRole('row', { name: /Use/ }, PATIENCE));
    await expect(screen.getByLabelText('Value 1')).toHaveValue('vineyard');
  },
};
export const WhatHappens: Story = {
  globals: { language: 'it', theme: 'dark' },
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Salva' }, PATIENCE));
    // The dialog may still fade in.
    for (const text of [/^12 valori su/, /^5 oggetti su .* non hanno un valore/])
      await waitFor(() => expect(screen.getByText(text)).toBeVisible(), PATIENCE);
  },
};
