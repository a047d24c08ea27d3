import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { expect, within } from 'storybook/test';
import { memoryStorage } from '#core/testing';
import { SHAPE_OPTIONS, ShapeOptions } from '../model/options.ts';
import { ShapesPanel } from './ShapesPanel.tsx';

const meta: Meta<typeof ShapesPanel> = {
  title: 'Drawing/Shapes',
  component: ShapesPanel,
  parameters: {
    namespaces: ['shapes'],
    services: (container: Container) =>
      container.bind(SHAPE_OPTIONS).toConstantValue(new ShapeOptions(memoryStorage())),
  },
};
export default meta;
type Story = StoryObj<typeof ShapesPanel>;

export const AsItComes: Story = {
  play: async ({ canvasElement }) => {
    const [sides] = await within(canvasElement).findAllByRole<HTMLInputElement>('textbox');
    await expect(sides!.value).toBe('6');
  },
};
export const Italian: Story = { globals: { language: 'it', theme: 'dark' } };
