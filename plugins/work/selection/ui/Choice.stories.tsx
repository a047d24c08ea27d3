import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { of } from 'rxjs';
import { within } from 'storybook/test';
import { VIEWS } from '#core/mapview';
import type { ObjectType } from '#core/protocol';
import { atWork, bindAll, desk, object } from '#core/testing';
import { CHOICE, ObjectChoice as Question } from '../model/choice.ts';
import { Choice } from './Choice.tsx';

const type = (name: string, en: string, it: string, stroke: string) =>
  ({ name, title: { en, it }, style: { stroke } }) as unknown as ObjectType;
const TYPES = [
  type('survey-point', 'Survey points', 'Punti di rilievo', '#009e73'),
  type('parcel', 'Parcels', 'Particelle', '#b85a00'),
];
const OBJECTS = [
  object('018f3c2a-1', { type: 'Point', coordinates: [12.61, 42.94] }, { typeName: 'survey-point' }),
  object(
    '018f3c2a-2',
    { type: 'Polygon', coordinates: [[[12.6, 42.9], [12.7, 42.9], [12.7, 43], [12.6, 42.9]]] }, // prettier-ignore
    { typeName: 'parcel' },
  ),
];

const meta: Meta = {
  title: 'Selecting/Which is meant',
  parameters: {
    namespaces: ['selection'],
    services: (container: Container) => {
      const { view, project } = desk(OBJECTS, TYPES);
      const question = new Question();
      question.ask({ candidates: OBJECTS, at: [12.61, 42.94], choose: () => undefined });
      const views = { active: view, active$: of(view) };
      bindAll(container, [...atWork(project), [VIEWS, views], [CHOICE, question]]);
    },
  },
  render: () => <Choice />,
  play: async ({ canvasElement }) => {
    // Its code is loaded on first use.
    await within(canvasElement.ownerDocument.body).findByRole('listbox', {}, { timeout: 10_000 });
  },
};
export default meta;
type Story = StoryObj;

export const PointAndArea: Story = {};
export const InItalian: Story = { globals: { language: 'it', theme: 'dark' } };
