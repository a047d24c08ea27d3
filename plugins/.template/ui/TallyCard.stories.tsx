import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent } from 'storybook/test';
import { TallyCard } from './TallyCard.tsx';

const meta = {
  component: TallyCard,
  args: { count: 0, onAdd: fn() },
  parameters: { namespaces: ['template'] },
} satisfies Meta<typeof TallyCard>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvas, args }) => {
    await userEvent.click(await canvas.findByRole('button'));
    await expect(args.onAdd).toHaveBeenCalledOnce();
  },
};

export const Counted: Story = { args: { count: 12 } };
