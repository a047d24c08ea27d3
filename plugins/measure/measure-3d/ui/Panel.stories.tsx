import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { expect } from 'storybook/test';
import { SETTINGS } from '#core/settings';
import { desk } from '#core/testing';
import { GROUND, type Ground } from '#plugins/globe/map-3d/api';
import { SPACE_MEASURES } from '../model/measures.ts';
import Panel from './Panel.tsx';
import { HILL, measuresOver, PLAIN } from './testing/hill.ts';

function over(ground: Ground, measured: boolean) {
  return {
    services: (container: Container) => {
      const measures = measuresOver(ground);
      if (measured) {
        measures.add('profile', [[-0.002, 0], [0.002, 0]], false); // prettier-ignore
        measures.add('distance', [[0, 0, 140], [0.0005, 0, 150]], false); // prettier-ignore
      }
      container.bind(SPACE_MEASURES).toConstantValue(measures);
      container.bind(GROUND).toConstantValue(ground);
      if (!container.isBound(SETTINGS)) container.bind(SETTINGS).toConstantValue(desk().settings);
    },
  };
}

const meta: Meta = {
  title: 'Measuring/In space',
  parameters: { namespaces: ['measure-3d'] },
  render: () => (
    <div style={{ inlineSize: 300 }}>
      <Panel />
    </div>
  ),
};
export default meta;
type Story = StoryObj;

export const Nothing: Story = { parameters: over(PLAIN, false) };
export const OverAHill: Story = {
  parameters: over(HILL, true),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('img', { name: /^Profile/ })).toBeVisible();
  },
};
export const WithoutTerrain: Story = {
  parameters: over(PLAIN, true),
  globals: { language: 'it', theme: 'dark' },
};
