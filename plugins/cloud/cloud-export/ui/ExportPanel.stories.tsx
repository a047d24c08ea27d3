import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { BehaviorSubject, NEVER, of } from 'rxjs';
import { expect, userEvent } from 'storybook/test';
import { API } from '#core/api';
import { TOASTS, Toasts } from '#core/toasts';
import type { CloudLook, CloudStage, ShownCloud } from '#plugins/cloud/point-cloud/api';
import { CLOUD_EXPORT, CloudExport } from '../model/cloud-export.ts';
import ExportPanel from './ExportPanel.tsx';

const cloud = (id: string, name: string) => ({ id, name, shown: true, state: 'drawn' }) as ShownCloud;
const BOX = { kind: 'box', id: 'b', name: 'Box 1', center: [0, 0, 0], size: [1, 1, 1], turn: [0, 0, 0] };
const RESULT = {
  nameZip: 'lone-star.laz',
  size: 18_400_000,
  count: 2_412_006,
  files: [],
  notes: ['Classes as of edit 4.'],
};

function over(clouds: readonly ShownCloud[]) {
  return {
    services: (container: Container) => {
      const look = { clips: [BOX], hiddenClasses: new Set([7]) } as unknown as CloudLook;
      const stage = { clouds$: of(clouds), look$: new BehaviorSubject(look) } as unknown as CloudStage;
      const job = { id: 'j', state: 'done', result: RESULT };
      const call = ({ id }: { id: string }) =>
        Promise.resolve({ data: id === 'jobs.get' ? job : { jobId: 'j' } });
      const live = { on: () => NEVER, state$: of('off') };
      const api = { call } as never;
      container.bind(CLOUD_EXPORT).toConstantValue(new CloudExport(api, live as never, stage));
      container.bind(API).toConstantValue(api);
      if (!container.isBound(TOASTS)) container.bind(TOASTS).toConstantValue(new Toasts());
    },
  };
}

const meta: Meta = {
  title: 'Point clouds/Export',
  parameters: { namespaces: ['cloud-export'] },
  render: () => (
    <div style={{ inlineSize: 300 }}>
      <ExportPanel />
    </div>
  ),
};
export default meta;
type Story = StoryObj;

const TWO = [cloud('a', 'lone-star.laz'), cloud('b', 'harbour wall, 2026.copc.laz')];
export const Nothing: Story = { parameters: over([]) };
export const Finished: Story = {
  parameters: over(TWO),
  play: async ({ canvas }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Write the file' }));
    await expect(await canvas.findByText('2,412,006 points, 18.4 MB')).toBeVisible();
    await expect(canvas.getByRole('button', { name: 'Download lone-star.laz' })).toBeEnabled();
  },
};
export const Italian: Story = { parameters: over(TWO), globals: { language: 'it', theme: 'dark' } };
