import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import { findPhotos } from '#core/protocol';
import PhotosPanel from './PhotosPanel.tsx';
import { shelfOf } from './testing/shelf.ts';

const meta: Meta = {
  title: 'Files/Photos',
  parameters: { namespaces: ['documents'], services: shelfOf() },
  render: () => (
    <div style={{ inlineSize: 320, blockSize: 700 }}>
      <PhotosPanel />
    </div>
  ),
};
export default meta;
type Story = StoryObj;

export const Gallery: Story = {};
/** Only those in view are in the page. */
export const TenThousand: Story = {
  parameters: { services: shelfOf({ photos: 10_000 }) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText(/^10,000 of 10,000 photos/);
    await expect((await canvas.findAllByRole('option')).length).toBeLessThan(100);
  },
};
export const OfAnObject: Story = {
  parameters: { services: shelfOf({ selected: ['a'] }) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await canvas.findByText('No photo from above within 100 m.');
    await canvas.findByRole('list', { name: 'From the side' });
  },
};
export const RowsFailed: Story = {
  parameters: { services: shelfOf({ selected: ['a'], fails: findPhotos.id }) },
};
export const None: Story = { parameters: { services: shelfOf({ photos: 0 }) } };
export const Italian: Story = {
  parameters: { services: shelfOf({ selected: ['a'] }) },
  globals: { language: 'it', theme: 'dark' },
};
