import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import type { FieldBookPoint } from '#core/protocol';
import { TypesByCode } from './TypesByCode.tsx';
import './field-book.css';

const points = ['TREE', 'TREE', 'WALL', null].map((code) => ({ code }) as FieldBookPoint);

const meta = {
  component: TypesByCode,
  parameters: { namespaces: ['field-book'] },
  args: { points, types: ['Trees', 'Walls'], rules: [], onChange: fn() },
} satisfies Meta<typeof TypesByCode>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  async play({ canvasElement, args }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: /Types by code: 0 rules for 2 codes/ }));
    await userEvent.click(canvas.getByRole('button', { name: 'Add a rule for TREE' }));
    await expect(args.onChange).toHaveBeenCalledWith([{ code: 'TREE', typeName: 'TREE' }]);
  },
};

export const WithRules: Story = {
  args: {
    rules: [
      { code: 'TREE', typeName: 'Trees' },
      { code: 'W*', typeName: null },
    ],
  },
  async play({ canvasElement, args }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: /Types by code: 2 rules for 2 codes/ }));
    await userEvent.click(canvas.getByRole('button', { name: 'Remove the rule for TREE' }));
    await expect(args.onChange).toHaveBeenCalledWith([{ code: 'W*', typeName: null }]);
  },
};
