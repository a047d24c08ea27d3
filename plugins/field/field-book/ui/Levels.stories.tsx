import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import type { FieldBookResult } from '#core/protocol';
import { Levels } from './Levels.tsx';
import './field-book.css';

const result = {
  heights: [
    { name: 'CS12', height: 21.4532, sigmaHeight: null, isKnown: true },
    { name: 'P1', height: 21.9448, sigmaHeight: 0.00084, isKnown: false },
  ],
  levelLines: [{ points: ['CS12', 'P1', 'CS14'], length: 177.9, rise: 0.88083, misclosure: 0.00143 }],
} as unknown as FieldBookResult;

const meta = {
  component: Levels,
  parameters: { namespaces: ['field-book'] },
  args: { result },
} satisfies Meta<typeof Levels>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Line: Story = {
  async play({ canvasElement }) {
    const canvas = within(canvasElement);
    await expect(
      canvas.getByText(/Line of levels CS12 – CS14: 177.9 m, .* misclosure 1.43 mm/),
    ).toBeVisible();
    await expect(await canvas.findByText('21.9448')).toBeVisible();
  },
};
