import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { BehaviorSubject } from 'rxjs';
import { expect, userEvent, within } from 'storybook/test';
import { LAYOUT } from '#plugins/work/map-2d/api';
import { Divider } from './Divider.tsx';

const meta: Meta = {
  title: 'Workspace/Side by side',
  parameters: {
    namespaces: ['side-by-side'],
    services: (container: Container) => {
      const share$ = new BehaviorSubject<number | undefined>(0.5);
      const layout = { share$, divide: (share: number | undefined) => share$.next(share) };
      container.bind(LAYOUT).toConstantValue(layout as never);
    },
  },
  render: () => (
    <div style={{ position: 'relative', blockSize: 200 }}>
      <Divider />
    </div>
  ),
};
export default meta;
type Story = StoryObj;

export const Line: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    const line = await canvas.findByRole('separator');
    line.focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect(line).toHaveAttribute('aria-valuenow', '52');
    // A scripted pointer cannot be captured.
    line.setPointerCapture = () => undefined;
    const { left, width, top } = line.parentElement!.getBoundingClientRect();
    const at = (part: number) => ({ clientX: left + part * width, clientY: top + 100 });
    await userEvent.pointer([
      { keys: '[MouseLeft>]', target: line, coords: at(0.52) },
      { target: line, coords: at(0.7) },
    ]);
    await expect(line).toHaveAttribute('aria-valuenow', '70');
    // Neither map disappears.
    await userEvent.pointer({ target: line, coords: at(0.99) });
    await expect(line).toHaveAttribute('aria-valuenow', '85');
  },
};
export const InItalian: Story = { globals: { language: 'it', theme: 'dark' } };
