import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { NEVER, of } from 'rxjs';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { VIEWS } from '#core/mapview';
import { SETTINGS } from '#core/settings';
import { bindAll, desk } from '#core/testing';
import { TOOLS } from '#core/tools';
import type { GlobeOutlook, Stance } from '#plugins/globe/map-3d/api';
import { WalkSession } from '../model/walk-session.ts';
import Pad from './Pad.tsx';

/** Position of the walker. */
let stance: Stance;

function walking(steppedDown: boolean) {
  return (container: Container) => {
    stance = { place: [12.6, 42.9], above: 800, heading: 0, pitch: -40 };
    const setUp = desk();
    const { view } = setUp;
    const outlook = {
      get stance() {
        return stance;
      },
      stand: (next: Stance) => (stance = next),
      hold: () => ({ dispose: () => undefined }),
    } as unknown as GlobeOutlook;
    const session = new WalkSession(setUp, outlook, container.get(SETTINGS), { changes$: NEVER });
    if (steppedDown) session.gesture(view.gesture('click', [500, 500]));
    const active = { id: 'walk.walk', isSelectTool: false, session };
    bindAll(container, [
      [TOOLS, { active, active$: of(active) }],
      [VIEWS, { active: view }],
    ]);
  };
}

const meta: Meta<typeof Pad> = {
  title: 'Workspace/Walking',
  component: Pad,
  parameters: { namespaces: ['walk'], services: walking(true) },
  decorators: [
    (Story) => (
      <div style={{ position: 'relative', blockSize: 300 }}>
        <Story />
      </div>
    ),
  ],
};
export default meta;
type Story = StoryObj<typeof Pad>;

export const Walking: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const back = await canvas.findByRole('button', { name: 'Exit walk mode' });
    const before = stance.place;
    const forward = canvas.getByRole('button', { name: 'Forward' });
    await userEvent.pointer({ keys: '[TouchA>]', target: forward });
    await waitFor(() => expect(stance.place).not.toEqual(before));
    await userEvent.pointer({ keys: '[/TouchA]', target: forward });
    await userEvent.click(back);
    await expect(stance.above).toBe(800);
  },
};
export const BeforeTheFirstStep: Story = { parameters: { services: walking(false) } };
export const InItalian: Story = { globals: { language: 'it', theme: 'dark' } };
