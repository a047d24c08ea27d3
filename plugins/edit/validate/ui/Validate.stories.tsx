import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { flawed } from './testing/flawed.ts';
import ValidatePanel from './ValidatePanel.tsx';

/** The findings of a flawed drawing, one of them current. */
function checked(objects?: Parameters<typeof flawed>[0]) {
  return {
    services: (container: Container) => {
      const { bindTo, validation, validations } = flawed(objects);
      void validation.run().then(() => {
        validations.step(1);
        validations.step(1);
      });
      bindTo(container);
    },
  };
}

const meta: Meta = {
  title: 'Check the drawing/Panel',
  parameters: { namespaces: ['validate'] },
  render: () => (
    <div style={{ inlineSize: 320 }}>
      <ValidatePanel />
    </div>
  ),
};
export default meta;
type Story = StoryObj;

export const Findings: Story = { parameters: checked() };
export const NothingFound: Story = { parameters: checked([]), globals: { language: 'it', theme: 'dark' } };
export const NotChecked: Story = {
  parameters: { services: (container: Container) => flawed().bindTo(container) },
};
