import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { BehaviorSubject } from 'rxjs';
import { expect, userEvent } from 'storybook/test';
import { SETTINGS } from '#core/settings';
import { desk } from '#core/testing';
import type { ShownCloud } from '#plugins/cloud/point-cloud/api';
import { CLIP_KEEPER, ClipKeeper } from '../model/clip-keeper.ts';
import { CLOUD_CLIPS, CloudClips } from '../model/cloud-clips.ts';
import type { ClipShape } from '../model/shapes.ts';
import { ClipBar } from './ClipBar.tsx';
import ClipsPanel from './ClipsPanel.tsx';

const CLIPS: readonly [string, ClipShape][] = [
  ['Hall', { kind: 'box', center: [500_012.5, 4_500_020, 101.25], size: [12, 8, 4.5], turn: [30, 0, 0] }],
  ['Courtyard', { kind: 'polygon', ring: [[0, 0], [9, 0], [9, 7]], heights: [98, 104] }], // prettier-ignore
  ['Section A', { kind: 'slab', from: [500_000, 4_500_000], to: [500_020, 4_500_000], width: 0.5 }],
];

function over(clips: typeof CLIPS) {
  return {
    services: (container: Container) => {
      const cloud = {
        id: 'a',
        name: 'hall.laz',
        crs: 'EPSG:32632',
        shown: true,
        state: 'drawn',
      } as ShownCloud;
      const mode$ = new BehaviorSubject('orbit');
      const view = { unit: 1, mode$, section: undefined as unknown, setSection(to: unknown) { this.section = to; }, focus() {} }; // prettier-ignore
      const stage = { clouds$: new BehaviorSubject([cloud]), change: () => undefined };
      const kept = new CloudClips(stage as never, { current$: new BehaviorSubject(view) } as never);
      for (const [name, shape] of clips) kept.add(shape, name);
      const call = () => Promise.resolve({ data: { clips: [], mode: 'inside', version: 0 } });
      const keeper = new ClipKeeper({ call } as never, kept, () => false);
      container.bind(CLIP_KEEPER).toConstantValue(keeper);
      container.bind(CLOUD_CLIPS).toConstantValue(kept);
      if (!container.isBound(SETTINGS)) container.bind(SETTINGS).toConstantValue(desk().settings);
    },
  };
}

const meta: Meta = {
  title: 'Point clouds/Clips',
  parameters: { namespaces: ['cloud-clip'] },
  render: () => (
    <div style={{ inlineSize: 300, position: 'relative', paddingBlockEnd: 120 }}>
      <ClipsPanel />
      <ClipBar />
    </div>
  ),
};
export default meta;
type Story = StoryObj;

export const Nothing: Story = { parameters: over([]) };
export const Some: Story = {
  parameters: over(CLIPS),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Only what is inside 3 clips is shown.')).toBeVisible();
    await userEvent.click(canvas.getByRole('switch', { name: 'Courtyard' }));
    await expect(canvas.getByText('Only what is inside 2 clips is shown.')).toBeVisible();
    await userEvent.click(canvas.getAllByRole('button', { name: 'Values' })[0]!);
    await expect(canvas.getByRole('textbox', { name: 'Turned counter-clockwise' })).toHaveValue('30');
    await userEvent.click(canvas.getByRole('button', { name: 'Look along' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Section farther by its width' }));
    await expect(canvas.getByText('Section A, moved by 0.5 m')).toBeVisible();
  },
};
export const Italian: Story = { parameters: over(CLIPS), globals: { language: 'it', theme: 'dark' } };
