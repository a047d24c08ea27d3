import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { expect, screen, waitFor } from 'storybook/test';
import { MERGING } from '../model/merging.ts';
import { MergeDialog } from './MergeDialog.tsx';
import { proposed } from './testing/proposed.ts';

const meta: Meta = {
  title: 'Merging/Dialog',
  parameters: {
    namespaces: ['merge'],
    services: (container: Container) => container.bind(MERGING).toConstantValue(proposed().merging),
  },
  render: () => <MergeDialog />,
};
export default meta;
type Story = StoryObj;

export const TwoParcels: Story = {
  play: async () => {
    await expect(await screen.findByRole('button', { name: /Land value/ })).toBeEnabled();
  },
};
export const TwoToCombine: Story = {
  parameters: {
    services: (container: Container) => container.bind(MERGING).toConstantValue(proposed('combine').merging),
  },
  play: async () => {
    const result = await screen.findByText(/^Combined: 2 parts/);
    // The dialog fades in.
    await waitFor(() => expect(result).toBeVisible());
  },
};
export const Italian: Story = { globals: { language: 'it', theme: 'dark' } };
