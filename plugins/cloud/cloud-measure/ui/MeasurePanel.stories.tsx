import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { BehaviorSubject, of } from 'rxjs';
import { expect, userEvent, within } from 'storybook/test';
import type { CloudMeasured } from '#core/protocol';
import { SESSION } from '#core/session';
import { SETTINGS } from '#core/settings';
import { desk } from '#core/testing';
import { CLOUD_STAGE, CLOUD_VIEWS, type CloudLook, type ShownCloud } from '#plugins/cloud/point-cloud/api';
import { KEPT_COMPARISONS, KeptComparisons } from '../model/kept-comparisons.ts';
import { CLOUD_MEASURES, CloudMeasures } from '../model/cloud-measures.ts';
import MeasurePanel from './MeasurePanel.tsx';

const SOURCE = { cloudId: 'b', content: 2, edits: 5, points: 48_120, complete: true, stoppedBy: null };
const cloud = (id: string, name: string) => ({ id, name, shown: true, state: 'drawn' }) as ShownCloud;
const BELL = Array.from({ length: 41 }, (_, i) => Math.round(4000 * Math.exp(-(((i - 24) / 6) ** 2))));
const ANSWERS: Record<string, CloudMeasured> = {
  volume: {
    measure: 'volume',
    source: SOURCE,
    volume: {
      cut: 12.5,
      fill: 0.4,
      net: 12.1,
      noise: 0.05,
      area: 40,
      empty: 0.03,
      cell: 0.2,
      plusMinus: 0.2,
      baseHeight: 3,
    },
  },
  deviation: {
    measure: 'deviation',
    source: SOURCE,
    other: { ...SOURCE, cloudId: 'a' },
    deviation: {
      mean: 0.021,
      median: 0.019,
      rms: 0.034,
      plusMinus: 0.006,
      compared: 48_120,
      beyond: 312,
      histogram: { from: -0.1, step: 0.005, counts: BELL },
      within: 41_300,
      sample: [],
    },
  },
};
const KEPT = {
  id: 'k',
  pointcloudId: 'b',
  name: 'quarry, November.laz from quarry, May.laz',
  cloudName: 'quarry, November.laz',
  otherName: 'quarry, May.laz',
  unit: 1,
  most: 0.1,
  tolerance: 0.04,
  createdAt: '2026-11-20T10:00:00Z',
  createdBy: 'Ada',
  ...(ANSWERS.deviation as object),
};

function over(clouds: readonly ShownCloud[], measured: boolean) {
  return {
    services: (container: Container) => {
      const look = { clips: [], hiddenClasses: new Set([7]), clipMode: 'off' } as unknown as CloudLook;
      const stage = { clouds, clouds$: new BehaviorSubject(clouds), look } as never;
      const view = {
        unit: 1,
        toCloud: () => [0, 0, 0],
        fromCloud: () => [0, 0, 0],
        toPixel: () => undefined,
      };
      // The list of what was kept has no body.
      const call = (_: unknown, { body }: { body?: CloudMeasured }) =>
        Promise.resolve({ data: body ? ANSWERS[body.measure] : [KEPT] });
      const kept = new KeptComparisons({ call } as never, stage);
      const measures = new CloudMeasures({ call } as never, stage, { current: view } as never, kept);
      const me = { authorizations: ['pointcloud.write'] };
      if (!container.isBound(SESSION)) container.bind(SESSION).toConstantValue({ me, me$: of(me) } as never);
      container.bind(KEPT_COMPARISONS).toConstantValue(kept);
      if (measured) measures.add('volume', [[0, 0], [1, 0], [1, 1]], false); // prettier-ignore
      container.bind(CLOUD_MEASURES).toConstantValue(measures);
      container.bind(CLOUD_STAGE).toConstantValue(stage);
      container.bind(CLOUD_VIEWS).toConstantValue({ current: view } as never);
      if (!container.isBound(SETTINGS)) container.bind(SETTINGS).toConstantValue(desk().settings);
    },
  };
}

const meta: Meta = {
  title: 'Point clouds/Measures',
  parameters: { namespaces: ['cloud-measure'] },
  render: () => (
    <div style={{ inlineSize: 300 }}>
      <MeasurePanel />
    </div>
  ),
};
export default meta;
type Story = StoryObj;

const TWO = [cloud('a', 'quarry, May.laz'), cloud('b', 'quarry, November.laz')];
export const Nothing: Story = { parameters: over([TWO[0]!], false) };
export const Measured: Story = {
  parameters: over(TWO, true),
  play: async ({ canvas, canvasElement }) => {
    await expect(await canvas.findByText(/^Volume of the points 12\.10/)).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: /From the surface of/ }));
    const page = within(canvasElement.ownerDocument.body);
    const pick = async (name: string) => userEvent.click(await page.findByRole('option', { name }));
    await pick('quarry, May.laz');
    await userEvent.click(canvas.getByRole('button', { name: /To the points of/ }));
    await pick('quarry, November.laz');
    await userEvent.click(canvas.getByRole('button', { name: 'Compare' }));
    await expect(await canvas.findByRole('img', { name: 'Histogram of the deviations' })).toBeVisible();
  },
};
export const Italian: Story = { parameters: over(TWO, true), globals: { language: 'it', theme: 'dark' } };
