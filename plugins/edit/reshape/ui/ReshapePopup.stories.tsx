import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { VIEWS } from '#core/mapview';
import { SETTINGS } from '#core/settings';
import { desk } from '#core/testing';
import { FORM, ReshapeForm, type Told } from '../model/form.ts';
import type { ReshapeKind } from '../model/reshapes.ts';
import { ReshapePopup } from './ReshapePopup.tsx';

function inHand(kind: ReshapeKind, text: string, told: Partial<Told>, problem?: string) {
  return {
    services: (container: Container) => {
      const form = new ReshapeForm();
      form.begin(kind, () => undefined);
      form.type(text);
      form.tell({ count: 3, before: 1240, after: undefined, ...told }, problem);
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

export const Simplify: Story = { parameters: inHand('simplify', '0.5', { after: 96, deviation: 0.487 }) };
export const Offset: Story = {
  parameters: inHand('offset', '12', {}, 'reshape:problem.torn'),
};
export const Smooth: Story = {
  parameters: inHand('smooth', '3', { after: 9920, deviation: 1.204 }),
  globals: { language: 'it', theme: 'dark' },
};
