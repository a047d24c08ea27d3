import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { of } from 'rxjs';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { API } from '#core/api';
import { PROJECTS } from '#core/project';
import { SESSION } from '#core/session';
import { CLOUD_DESK } from '../model/cloud-desk.ts';
import { fakeDesk } from '../model/testing/fake-desk.ts';
import DraftDialog from './DraftDialog.tsx';

const services = (container: Container, isText = false) => {
  const { desk, add, addText } = fakeDesk();
  const me = { authorizations: ['*'] };
  container.bind(CLOUD_DESK).toConstantValue(desk);
  if (!container.isBound(PROJECTS)) container.bind(PROJECTS).toConstantValue({ current: undefined } as never);
  if (!container.isBound(API)) container.bind(API).toConstantValue({} as never);
  if (!container.isBound(SESSION)) container.bind(SESSION).toConstantValue({ me, me$: of(me) } as never);
  if (isText) addText();
  else add();
};

const meta: Meta = {
  title: 'Point clouds/Add',
  parameters: {
    namespaces: ['clouds', 'point-classes'],
    services: (container: Container) => services(container),
  },
  render: () => <DraftDialog />,
};
export default meta;
type Story = StoryObj;

export const Feet: Story = {
  play: async ({ canvasElement }) => {
    const page = within(canvasElement.ownerDocument.body);
    await page.findByText('30.48 m × 24.38 m × 3.66 m');
    await userEvent.click(await page.findByRole('button', { name: /Unit of the heights/ }));
    await userEvent.click(await page.findByRole('option', { name: 'Metre' }));
    const size = await page.findByText('30.48 m × 24.38 m × 12 m');
    await waitFor(() => expect(size).toBeVisible());
  },
};
export const Italian: Story = { globals: { language: 'it', theme: 'dark' } };
export const Text: Story = {
  parameters: { services: (container: Container) => services(container, true) },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement.ownerDocument.body);
    await userEvent.click(await page.findByRole('button', { name: /Column 5$/ }));
    await userEvent.click(await page.findByRole('option', { name: 'Class' }));
    const fault = await page.findByText(/is not a number/);
    await waitFor(() => expect(fault).toBeVisible());
  },
};
