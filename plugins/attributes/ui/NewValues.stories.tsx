import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, waitFor } from 'storybook/test';
import NewValuesBox from './NewValuesBox.tsx';
import { questionFor } from './testing/question.ts';

const nothing = () => undefined;
const meta: Meta<typeof NewValuesBox> = {
  title: 'Attributes/Values of their own',
  component: NewValuesBox,
  parameters: { namespaces: ['attributes'] },
  args: { question: questionFor(1), onAnswer: nothing, onDrop: nothing },
};
export default meta;
type Story = StoryObj<typeof NewValuesBox>;

export const One: Story = {
  play: async () => {
    const go = await screen.findByRole('button', { name: 'Go on' });
    // The dialog fades in.
    await waitFor(() => expect(go).toBeVisible());
  },
};
export const Many: Story = {
  args: { question: questionFor(500) },
  globals: { language: 'it', theme: 'dark' },
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Continua' })).toBeEnabled();
  },
};
