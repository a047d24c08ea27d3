import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { BehaviorSubject, of } from 'rxjs';
import { expect, userEvent } from 'storybook/test';
import type { CloudEdit } from '#core/protocol';
import { TOASTS, Toasts } from '#core/toasts';
import { TOOLS } from '#core/tools';
import type { CloudLook, CloudStage, ShownCloud } from '#plugins/cloud/point-cloud/api';
import { CLASSIFYING, Classifying } from '../model/classifying.ts';
import ClassifyPanel from './ClassifyPanel.tsx';

const CLOUD = { id: 'a', name: 'lone-star.laz', shown: true, state: 'drawn' } as ShownCloud;
const edit = (version: number, more: Partial<CloudEdit>): CloudEdit => ({
  version,
  kind: 'classify',
  from: null,
  to: 6,
  points: 12_480,
  restored: null,
  current: true,
  at: '2026-11-23T16:20:00Z',
  by: 'Ada Rossi',
  ...more,
});
const EDITS = [
  edit(3, { kind: 'undo', to: null, restored: 1, points: 840 }),
  edit(2, { to: 5, from: [1], points: 840, current: false }),
  edit(1, { kind: 'ground', to: 2, points: 1_204_311 }),
];
const calls: string[] = [];

function over(clouds: readonly ShownCloud[], edits: readonly CloudEdit[]) {
  return {
    services: (container: Container) => {
      calls.length = 0;
      const look = { clips: [], hiddenClasses: new Set([7]) } as unknown as CloudLook;
      const stage = { clouds$: of(clouds), look$: new BehaviorSubject(look) } as unknown as CloudStage;
      const call = ({ id }: { id: string }) => {
        calls.push(id);
        const data = id === 'pointcloud.edits' ? { version: edits.length, edits } : edit(4, {});
        return Promise.resolve({ data });
      };
      container.bind(CLASSIFYING).toConstantValue(new Classifying({ call } as never, stage, {} as never));
      container.bind(TOOLS).toConstantValue({ activate: () => Promise.resolve() } as never);
      if (!container.isBound(TOASTS)) container.bind(TOASTS).toConstantValue(new Toasts());
    },
  };
}

const meta: Meta = {
  title: 'Point clouds/Classify',
  parameters: { namespaces: ['cloud-classify', 'point-classes'] },
  render: () => (
    <div style={{ inlineSize: 300 }}>
      <ClassifyPanel />
    </div>
  ),
};
export default meta;
type Story = StoryObj;

export const Nothing: Story = { parameters: over([], []) };
export const Versions: Story = {
  parameters: over([CLOUD], EDITS),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Undone, back to version 1')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Restore the classes of the file' }));
    await expect(calls).toContain('pointcloud.restoreEdit');
  },
};
export const Italian: Story = {
  parameters: over([CLOUD], EDITS),
  globals: { language: 'it', theme: 'dark' },
};
