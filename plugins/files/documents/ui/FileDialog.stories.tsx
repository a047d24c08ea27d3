import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { expect, screen, userEvent } from 'storybook/test';
import { listFileVersions } from '#core/protocol';
import FileDialog from './FileDialog.tsx';
import { shelfOf } from './testing/shelf.ts';

/** The dialog of one file of the shelf. */
const opening =
  (id: string, shelf: Parameters<typeof shelfOf>[0] = {}) =>
  (container: Container) =>
    shelfOf(shelf)(container).opened.open(id, 'p', ['bridge', 'permit', 'points', 'drawing']);

const meta: Meta = {
  title: 'Files/Dialog',
  component: FileDialog,
  parameters: { namespaces: ['documents'], services: opening('bridge') },
};
export default meta;
type Story = StoryObj;

export const Photo: Story = {
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: /What the photo says/ }));
    await screen.findByText('Apple iPhone 11 Pro Max');
    await userEvent.click(screen.getByRole('tab', { name: 'Position' }));
    await screen.findByText(/from magnetic north, and no declination is known/);
  },
};
export const PagesOfPdf: Story = {
  parameters: { services: opening('permit') },
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Next page' }));
    await screen.findByText('Page 2 of 3');
  },
};
export const Table: Story = {
  parameters: { services: opening('points') },
  play: async () => {
    await screen.findByRole('columnheader', { name: 'height' });
    await userEvent.click(screen.getByRole('tab', { name: 'Versions (2)' }));
    await screen.findByText('Corrected after the site visit');
    await expect(screen.getAllByRole('button', { name: 'Restore' })).toHaveLength(1);
  },
};
export const WithoutPreview: Story = { parameters: { services: opening('drawing') } };
export const Failed: Story = { parameters: { services: opening('bridge', { fails: listFileVersions.id }) } };
export const Italian: Story = { globals: { language: 'it', theme: 'dark' } };
