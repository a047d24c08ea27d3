import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, waitFor } from 'storybook/test';
import NewValuesBox from './NewValuesBox.tsx';
import { questionFor } from './testing/question.ts';

/** The dialog's code loads on demand; a busy machine takes its time. */
const PATIENCE = { timeout: 15_000 };
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
    const go = await screen.findByRole('button', { name: 'Continue' }, PATIENCE);
    // The dialog fades in.
    await waitFor(() => expect(go).toBeVisible(), PATIENCE);
  },
};
export const Many: Story = {
  args: { question: questionFor(500) },
  globals: { language: 'it', theme: 'dark' },
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Continua' }, PATIENCE)).toBeEnabled();
  },
};
