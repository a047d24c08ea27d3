import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { BehaviorSubject, of } from 'rxjs';
import { expect, screen, userEvent } from 'storybook/test';
import type { CloudEdit } from '#core/protocol';
import { TOASTS, Toasts } from '#core/toasts';
import { TOOLS } from '#core/tools';
import {
  CLOUD_VIEWS,
  type CloudLook,
  type CloudStage,
  type CloudViews,
  type ShownCloud,
} from '#plugins/cloud/point-cloud/api';
import { CLASSIFYING, Classifying } from '../model/classifying.ts';
import { Finding, FINDING } from '../model/finding.ts';
import ClassifyPanel from './ClassifyPanel.tsx';

const CLOUD = { id: 'a', name: 'lone-star.laz', shown: true, state: 'drawn' } as ShownCloud;
const edit = (version: number, more: Partial<CloudEdit>): CloudEdit => ({
  version,
  kind: 'classify',
  from: null,
  to: 6,
  finding: null,
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
  edit(1, {
    kind: 'ground',
    to: 2,
    points: 1_204_311,
    finding: { find: 'ground', cell: 1, window: 20, slope: 0.15, threshold: 0.3 },
  }),
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
      const views = { current: { unit: 1 } } as unknown as CloudViews;
      const classifying = new Classifying({ call } as never, stage, { emit: () => undefined });
      container.bind(CLOUD_VIEWS).toConstantValue(views);
      container.bind(CLASSIFYING).toConstantValue(classifying);
      container
        .bind(FINDING)
        .toConstantValue(new Finding({ call } as never, {} as never, classifying, views));
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
export const FindingOutliers: Story = {
  parameters: over([CLOUD], []),
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: /Look for/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Outliers' }));
    await userEvent.clear(await canvas.findByRole('textbox', { name: /Standard deviations/ }));
    await expect(canvas.getByRole('button', { name: 'Find' })).toBeDisabled();
    await userEvent.type(canvas.getByRole('textbox', { name: /Standard deviations/ }), '2');
    await userEvent.click(canvas.getByRole('button', { name: 'Find' }));
    await expect(calls).toContain('pointcloud.findClasses');
  },
};
export const Italian: Story = {
  parameters: over([CLOUD], EDITS),
  globals: { language: 'it', theme: 'dark' },
};
