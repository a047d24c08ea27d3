import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { of } from 'rxjs';
import { expect, userEvent, within } from 'storybook/test';
import { PROJECTS } from '#core/project';
import type { ObjectType } from '#core/protocol';
import { desk, memoryStorage, object, performsAtOnce, selectionOf, targetsOf } from '#core/testing';
import { Rules } from '../model/rules.ts';
import { Splitting, SPLITTING } from '../model/splitting.ts';
import SplitPanel from './SplitPanel.tsx';

const TYPE = {
  name: 'road',
  title: { en: 'Roads', it: 'Strade' },
  fields: [
    { name: 'name', title: { en: 'Name', it: 'Nome' }, type: 'text', required: false },
    { name: 'cost', title: { en: 'Cost of upkeep', it: 'Costo' }, type: 'number', required: true },
    { name: 'code', title: { en: 'Code', it: 'Codice' }, type: 'text', required: false, unique: true },
  ],
} as unknown as ObjectType;
const ROAD = object(
  'road',
  {
    type: 'LineString',
    coordinates: [
      [12.61, 42.94],
      [12.62, 42.95],
    ],
  },
  { typeName: 'road' },
);

/** Binds a project with these objects selected. */
function selected(...ids: string[]) {
  return (container: Container) => {
    const { project } = desk([ROAD], [TYPE]);
    const targets = targetsOf(project, selectionOf(ids));
    container.bind(PROJECTS).toConstantValue({ current: project, current$: of(project) } as never);
    container
      .bind(SPLITTING)
      .toConstantValue(new Splitting(targets, new Rules(memoryStorage()), performsAtOnce));
  };
}

const meta: Meta = {
  title: 'Splitting/Panel',
  parameters: { namespaces: ['split'] },
  render: () => <SplitPanel />,
};
export default meta;
type Story = StoryObj;

export const NothingSelected: Story = { parameters: { services: selected() } };

export const ALine: Story = {
  parameters: { services: selected('road') },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Split at'), '40 %');
    await expect(await canvas.findByText(/^Parts of/)).toBeVisible();
  },
};

export const WrongDistance: Story = {
  parameters: { services: selected('road') },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await userEvent.type(await canvas.findByLabelText('Split at'), '5 km{Enter}');
    await expect(await canvas.findByText(/not between the ends/)).toBeVisible();
  },
};
