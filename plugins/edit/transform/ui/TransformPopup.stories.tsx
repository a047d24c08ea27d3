import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { expect, userEvent, within } from 'storybook/test';
import { VIEWS } from '#core/mapview';
import { SETTINGS } from '#core/settings';
import { FORM, TransformForm, type TransformKind } from '../model/form.ts';
import { TransformPopup } from './TransformPopup.tsx';

function withTool(kind: TransformKind, count = 1, hasHeights = false) {
  return {
    services: (container: Container) => {
      const form = new TransformForm();
      form.begin(kind, 'gradian', () => undefined);
      form.report({ count, hasHeights });
      container.bind(FORM).toConstantValue(form);
      container.bind(VIEWS).toConstantValue({ active: undefined } as never);
      container.get(SETTINGS).set('angleUnit', 'gradian');
    },
  };
}

const meta: Meta = {
  title: 'Transforming/Popup',
  parameters: { namespaces: ['transform'] },
  render: () => (
    <div style={{ position: 'relative', blockSize: 320 }}>
      <TransformPopup />
    </div>
  ),
};
export default meta;
type Story = StoryObj;

export const Rotate: Story = { parameters: withTool('rotate') };
export const ManyScaled: Story = { parameters: withTool('scale', 1240) };
export const HeightsScaled: Story = { parameters: withTool('scale', 3, true) };
export const Raised: Story = { parameters: withTool('shift', 3, true) };
export const Mirror: Story = { parameters: withTool('mirror'), globals: { language: 'it', theme: 'dark' } };

export const NoAngle: Story = {
  parameters: withTool('rotate'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Angle (gon)'), 'half{Enter}');
    await expect(await canvas.findByText(/Not a valid angle/)).toBeVisible();
  },
};
