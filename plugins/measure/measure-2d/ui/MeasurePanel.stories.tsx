import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { of } from 'rxjs';
import { expect, userEvent, within } from 'storybook/test';
import { API, type Api } from '#core/api';
import { PROJECTS, type Projects } from '#core/project';
import type { Position } from '#core/protocol';
import { Measures, MEASURES } from '../model/measures.ts';
import MeasurePanel from './MeasurePanel.tsx';

const A: Position = [12.6101, 42.9395];
const B: Position = [12.6111, 42.9398];

function measured(count: number) {
  return (container: Container) => {
    const measures = new Measures();
    if (count > 0) measures.add('distance', [A, B], false);
    if (count > 1) measures.add('coordinates', [A], false);
    container.bind(MEASURES).toConstantValue(measures);
    const current = { project: { crs: 'EPSG:7792' } };
    container.bind(API).toConstantValue({ call: () => Promise.resolve({ data: [] }) } as unknown as Api);
    container.bind(PROJECTS).toConstantValue({ current, current$: of(current) } as unknown as Projects);
  };
}

const meta: Meta<typeof MeasurePanel> = {
  title: 'Measuring/Measures',
  component: MeasurePanel,
  parameters: { namespaces: ['measure-2d'], services: measured(2) },
};
export default meta;
type Story = StoryObj<typeof MeasurePanel>;

export const SomeMeasures: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('radio', { name: 'On the ground' }));
    await expect(await canvas.findByText(/^Distance/)).toHaveTextContent('On the ground at 0.000');
  },
};
export const None: Story = { parameters: { services: measured(0) } };
export const Italian: Story = { globals: { language: 'it', theme: 'dark' } };
