import type { Meta, StoryObj } from '@storybook/react-vite';
import { of } from 'rxjs';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import type { PluginEvent } from '../model/messages.ts';
import type { PanelState, RunningPlugin } from '../model/runtime.ts';
import { panelOf } from './DeclaredPanel.tsx';

const sent: PluginEvent[] = [];
const running = (state: PanelState): RunningPlugin => ({
  send: (event) => Promise.resolve(void sent.push(event)),
  ask: () => Promise.resolve(),
  exchange: () => Promise.resolve(),
  panel$: () => of(state),
});
const story = (state: PanelState): Story => {
  const Panel = panelOf(running(state), 'list');
  return { render: () => <Panel /> };
};

const meta: Meta = {
  title: 'Outside plugins/Declared panel',
  parameters: { namespaces: ['outside-plugins'] },
};
export default meta;
type Story = StoryObj;

export const Starting: Story = story({ blocks: undefined, problem: undefined });

export const Everything: Story = {
  ...story({
    problem: undefined,
    blocks: [
      { kind: 'heading', text: 'Wells' },
      { kind: 'text', text: '<b>Shown as it is</b>, and not as markup.' },
      {
        kind: 'table',
        columns: ['Name', 'Depth [m]'],
        rows: [
          ['Old well', 12.5],
          ['New well', 30],
        ],
      },
      {
        kind: 'form',
        id: 'next',
        submit: 'Keep',
        fields: [
          { name: 'owner', label: 'Owner', type: 'text', value: 'Ada' },
          { name: 'depth', label: 'Depth [m]', type: 'number', value: 10 },
          { name: 'dry', label: 'Dry', type: 'yesNo', value: false },
          {
            name: 'use',
            label: 'Use',
            type: 'choice',
            value: 'field',
            choices: [
              { value: 'house', label: 'House' },
              { value: 'field', label: 'Field' },
            ],
          },
        ],
      },
      {
        kind: 'chart',
        form: 'bars',
        title: 'Depths',
        across: { title: 'Well', values: ['Old', 'New', 'Dry'] },
        up: { title: 'Depth [m]' },
        series: [
          { title: 'Water', values: [12.5, 30, null] },
          { title: 'Shaft', values: [20, 42, 18] },
        ],
      },
      {
        kind: 'chart',
        form: 'line',
        title: 'Level of the water',
        across: { title: 'Day', values: [1, 2, 3, 5, 8] },
        up: { title: 'Level [m]' },
        series: [{ title: 'Old well', values: [-3.2, -3.1, null, -2.4, -2.9] }],
      },
      { kind: 'button', id: 'again', label: 'Read again' },
    ],
  }),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement);
    sent.length = 0;
    await userEvent.click(await page.findByRole('checkbox', { name: 'Dry' }));
    const owner = page.getByRole('textbox', { name: 'Owner' });
    await userEvent.clear(owner);
    await userEvent.type(owner, 'Bea');
    await userEvent.click(page.getByRole('button', { name: 'Keep' }));
    const values = { owner: 'Bea', depth: 10, dry: true, use: 'field' };
    await waitFor(() => expect(sent.at(-1)).toEqual({ name: 'submitted', of: 'list', part: 'next', values }));
    await userEvent.click(page.getByRole('button', { name: 'Read again' }));
    await waitFor(() => expect(sent.at(-1)).toEqual({ name: 'pressed', of: 'list', part: 'again' }));
    await expect(page.getByText(/<b>Shown as it is<\/b>/)).toBeVisible();
    // What makes the plot as wide as its place leaves the icon of the disclosure as it is.
    const [disclosure] = page.getAllByRole('button', { name: 'Values of the chart' });
    await expect(disclosure!.getBoundingClientRect().height).toBeLessThan(60);
  },
};

export const Dark: Story = { ...Everything, play: undefined, globals: { language: 'it', theme: 'dark' } };

export const Ended: Story = story({
  blocks: undefined,
  problem: 'The plugin “Wells” did not answer for two seconds and was ended. Everything else goes on.',
});
