import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { expect, screen, waitFor } from 'storybook/test';
import { PROMPTED_VALUES } from '../model/new-values.ts';
import NewValuesDialog from './NewValuesDialog.tsx';
import { questionFor } from './testing/question.ts';

/** The dialog's code loads on demand; a busy machine takes its time. */
const PATIENCE = { timeout: 15_000 };
const nothing = () => undefined;
const copied = (count: number) => ({
  services: (container: Container) => {
    const request = { question: questionFor(count), answer: nothing, close: nothing };
    container.bind(PROMPTED_VALUES).toConstantValue(request as never);
  },
});
const meta: Meta = {
  title: 'Attributes/Values of their own',
  parameters: { namespaces: ['attributes'] },
  render: () => <NewValuesDialog />,
};
export default meta;
type Story = StoryObj;

export const One: Story = {
  parameters: copied(1),
  play: async () => {
    const go = await screen.findByRole('button', { name: 'Continue' }, PATIENCE);
    // The dialog fades in.
    await waitFor(() => expect(go).toBeVisible(), PATIENCE);
  },
};
export const Many: Story = {
  parameters: copied(500),
  globals: { language: 'it', theme: 'dark' },
  play: async () => {
    await expect(await screen.findByRole('button', { name: 'Continua' }, PATIENCE)).toBeEnabled();
  },
};
