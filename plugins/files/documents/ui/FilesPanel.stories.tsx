import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, userEvent, waitFor, within } from 'storybook/test';
import { listProjectFiles } from '#core/protocol';
import FilesPanel from './FilesPanel.tsx';
import { shelfOf } from './testing/shelf.ts';

const meta: Meta = {
  title: 'Files/Panel',
  parameters: { namespaces: ['documents'], services: shelfOf() },
  render: () => (
    <div style={{ inlineSize: 320 }}>
      <FilesPanel />
    </div>
  ),
};
export default meta;
type Story = StoryObj;

export const Project: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText('Expired 31 Jan 2025');
    await userEvent.click(await canvas.findByRole('checkbox', { name: 'Select all' }));
    await canvas.findByText('4 selected');
    await expect(canvas.getByRole('button', { name: 'Download as zip' })).toBeEnabled();
  },
};
export const Folders: Story = {
  play: async ({ canvasElement }) => {
    await userEvent.click(
      await within(canvasElement).findByRole('button', { name: 'Folders and templates' }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('2024');
    // One with files in it cannot be removed.
    await dialog.findByRole('button', { name: 'Remove the folder Sheets' });
    await expect(dialog.queryByRole('button', { name: 'Remove the folder Permits/2024' })).toBeNull();
    await expect(dialog.getByRole('button', { name: 'Add' })).toBeDisabled();
    await userEvent.type(dialog.getByRole('textbox', { name: 'New folder' }), 'Photos');
    await expect(dialog.getByRole('button', { name: 'Add' })).toBeEnabled();
  },
};
export const OfAnObject: Story = { parameters: { services: shelfOf({ selected: ['a'] }) } };
export const Empty: Story = { parameters: { services: shelfOf({ files: [] }) } };
export const Reader: Story = {
  parameters: { services: shelfOf({ authorizations: ['geometries.read'] }) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByRole('button', { name: /^points\.csv/ });
    await expect(canvas.queryByText(/Drop files/)).toBeNull();
  },
};
export const Failed: Story = {
  parameters: { services: shelfOf({ fails: listProjectFiles.id }) },
  play: async ({ canvasElement }) => {
    await waitFor(() =>
      expect(within(canvasElement).getByRole('alert')).toHaveTextContent('The server does not answer'),
    );
  },
};
export const Italian: Story = { globals: { language: 'it', theme: 'dark' } };
