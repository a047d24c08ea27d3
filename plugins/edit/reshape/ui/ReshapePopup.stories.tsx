import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { parseLength } from '#core/geodesy';
import { VIEWS } from '#core/mapview';
import { SETTINGS } from '#core/settings';
import { desk } from '#core/testing';
import { FORM, ReshapeForm, type Summary } from '../model/form.ts';
import type { ReshapeKind } from '../model/reshapes.ts';
import { ReshapePopup } from './ReshapePopup.tsx';

function withTool(kind: ReshapeKind, text: string, summary: Partial<Summary>, problem?: string) {
  return {
    services: (container: Container) => {
      const form = new ReshapeForm(parseLength);
      form.begin(kind, () => undefined);
      form.type(text);
      form.report({ count: 3, before: 1240, after: undefined, ...summary }, problem);
      container.bind(FORM).toConstantValue(form);
      container.bind(VIEWS).toConstantValue({ active: undefined } as never);
      if (!container.isBound(SETTINGS)) container.bind(SETTINGS).toConstantValue(desk().settings);
    },
  };
}

const meta: Meta = {
  title: 'Reshaping/Popup',
  parameters: { namespaces: ['reshape'] },
  render: () => (
    <div style={{ position: 'relative', blockSize: 340 }}>
      <ReshapePopup />
    </div>
  ),
};
export default meta;
type Story = StoryObj;

export const Simplify: Story = { parameters: withTool('simplify', '0.5', { after: 96, deviation: 0.487 }) };
export const Offset: Story = {
  parameters: withTool('offset', '12', {}, 'reshape:problem.torn'),
};
export const Smooth: Story = {
  parameters: withTool('smooth', '3', { after: 9920, deviation: 1.204 }),
  globals: { language: 'it', theme: 'dark' },
};
