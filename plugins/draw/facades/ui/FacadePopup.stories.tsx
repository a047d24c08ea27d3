import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { expect } from 'storybook/test';
import { parseLength } from '#core/geodesy';
import { OpenViews, VIEWS } from '#core/mapview';
import { FACADE, FacadeForm } from '../model/facade-form.ts';
import { FacadePopup } from './FacadePopup.tsx';

const services = (container: Container): void => {
  const form = new FacadeForm(parseLength);
  form.stand(3);
  container.bind(FACADE).toConstantValue(form);
  if (!container.isBound(VIEWS)) container.bind(VIEWS).toConstantValue(new OpenViews());
};

const meta: Meta = {
  title: 'Drawing/Façade',
  parameters: { namespaces: ['facades'], services },
  render: () => <FacadePopup />,
};
export default meta;
type Story = StoryObj;

export const Rising: Story = {};
export const NoHeight: Story = {
  globals: { language: 'it', theme: 'dark' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('textbox'), 'alta{Enter}');
    await expect(await canvas.findByText(/^Altezza non valida/)).toBeVisible();
  },
};
