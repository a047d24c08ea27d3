import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, within } from 'storybook/test';
import type { FieldBookTraverse } from '#core/protocol';
import { Traverses } from './Traverses.tsx';
import './field-book.css';

const leg = (to: string, more: Partial<FieldBookTraverse['legs'][number]> = {}) => ({
  to,
  angle: 259.2035,
  azimuth: 120.5,
  distance: 126.296,
  east: 291_110.197,
  north: 4_640_061.7,
  height: 21.4,
  ...more,
});
const closed: FieldBookTraverse = {
  stations: ['1', '3', '4', '1'],
  kind: 'loop',
  length: 500,
  angles: 3,
  angular: -4 / 3600,
  east: 0.003,
  north: -0.004,
  height: -0.0002,
  legs: [leg('3', { angle: null }), leg('4'), leg('1')],
};

const meta = {
  component: Traverses,
  parameters: { namespaces: ['field-book'] },
  args: { unit: 'dms', traverses: [closed] },
} satisfies Meta<typeof Traverses>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Closed: Story = {
  async play({ canvasElement }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: 'Closed traverse 1 – 3 – 4 – 1' }));
    await expect(canvas.getByText('−0°00′04.0″ in 3 angles')).toBeVisible();
    // 500 m by 5 mm.
    await expect(canvas.getByText('5 mm (east 3, north −4), 1 : 100,000')).toBeVisible();
  },
};

export const Open: Story = {
  args: {
    unit: 'gon',
    traverses: [
      { ...closed, kind: 'open', stations: ['1', '3', '4'], angular: null, east: null, north: null },
    ],
  },
  async play({ canvasElement }) {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: 'Open traverse 1 – 3 – 4' }));
    await expect(canvas.getAllByText('nothing closes it')).toHaveLength(2);
  },
};
