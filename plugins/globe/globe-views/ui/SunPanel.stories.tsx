import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { BehaviorSubject, of } from 'rxjs';
import { expect, userEvent, within } from 'storybook/test';
import { bindAll } from '#core/testing';
import { GLOBES, type GlobeMap } from '#plugins/globe/map-3d/api';
import { SunlightSettings, SUNLIGHT } from '../model/sunlight.ts';
import SunPanel from './SunPanel.tsx';

const NOON = Date.UTC(2026, 5, 21, 11, 10);
let globe: GlobeMap;

function at(instant: number, on = true) {
  return (container: Container) => {
    const camera = { center: [12.6, 42.9] };
    globe = { camera, camera$: new BehaviorSubject(camera), outlook: {} } as unknown as GlobeMap;
    const globes = { current: globe, current$: of(globe) };
    const sunlight = new SunlightSettings(globes, instant);
    sunlight.set({ on, clock: 'utc' });
    bindAll(container, [
      [GLOBES, globes],
      [SUNLIGHT, sunlight],
    ]);
  };
}

const meta: Meta<typeof SunPanel> = {
  title: 'Workspace/Sun and shadows',
  component: SunPanel,
  parameters: { namespaces: ['globe-views'], services: at(NOON) },
};
export default meta;
type Story = StoryObj<typeof SunPanel>;

export const Noon: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    // Highest at the solstice: 90° − 42.9° + 23.44°.
    await expect(await canvas.findByText('70.54°')).toBeVisible();
    const slider = await canvas.findByRole('slider');
    slider.focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect(canvas.getByText('Time: 11:15')).toBeVisible();
  },
};
export const Off: Story = {
  parameters: { services: at(NOON, false) },
  play: async ({ canvasElement }) => {
    await expect(globe.outlook.sun).toBeUndefined();
    await userEvent.click(await within(canvasElement).findByRole('switch'));
    await expect(globe.outlook.sun?.[1]).toBeCloseTo(23.44, 2);
  },
};
export const Night: Story = { parameters: { services: at(Date.UTC(2026, 5, 21, 23)) } };
export const InItalian: Story = { globals: { language: 'it', theme: 'dark' } };
