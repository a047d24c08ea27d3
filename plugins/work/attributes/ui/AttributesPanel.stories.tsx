import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { expect, within } from 'storybook/test';
import { API } from '#core/api';
import type { MapObject } from '#core/document';
import { VIEWS } from '#core/mapview';
import type { ObjectType } from '#core/protocol';
import { atWork, bindAll, desk, field, object, selectionOf } from '#core/testing';
import { SELECTION } from '#plugins/work/selection/api';
import { LAST_VALUES } from '../api.ts';
import AttributesPanel from './AttributesPanel.tsx';

const TYPES = [
  {
    name: 'tree',
    title: { en: 'Tree', it: 'Albero' },
    geometryType: 'Point',
    style: { stroke: '#000000', width: 1 },
    fields: [
      field('tag', { title: { en: 'Tag', it: 'Targhetta' }, required: true, pattern: '[A-Z]\\d{1,4}' }),
      field('height', { title: { en: 'Height (m)', it: 'Altezza (m)' }, type: 'number', min: 0, max: 60 }),
      field('kind', {
        title: { en: 'Kind', it: 'Specie' },
        type: 'choice',
        choices: [
          { value: 'oak', title: { en: 'Oak', it: 'Quercia' } },
          { value: 'elm', title: { en: 'Elm', it: 'Olmo' } },
        ],
      }),
      field('seen', { title: { en: 'Seen on', it: 'Visto il' }, type: 'date' }),
      field('alive', { title: { en: 'Alive', it: 'Vivo' }, type: 'boolean' }),
    ],
  },
] as unknown as ObjectType[];
const tree = (id: string, properties: Record<string, unknown>): MapObject =>
  object(id, { type: 'Point', coordinates: [12.61, 42.94, 215.5] }, { typeName: 'tree', properties });

function selecting(objects: readonly MapObject[], authorizations = ['geometries.write']) {
  return (container: Container) => {
    const { project } = desk(objects, TYPES);
    bindAll(container, [
      ...atWork(project, authorizations),
      [SELECTION, selectionOf(objects.map(({ id }) => id))],
      [API, { call: async () => ({ data: { results: [], notice: null } }) }],
      [VIEWS, { active: undefined }],
      [LAST_VALUES, { of: () => ({ height: 12.5 }), remember: () => undefined }],
    ]);
  };
}

const meta: Meta = {
  title: 'Attributes/Panel',
  parameters: { namespaces: ['attributes'] },
  render: () => (
    <div style={{ inlineSize: 320 }}>
      <AttributesPanel />
    </div>
  ),
};
export default meta;
type Story = StoryObj;

export const Nothing: Story = { parameters: { services: selecting([]) } };
export const OneObject: Story = {
  parameters: { services: selecting([tree('a', { tag: 'wrong', kind: 'oak', alive: true, OBJECTID: 7 })]) },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText(/does not match the pattern/)).toBeVisible();
  },
};
export const SeveralObjects: Story = {
  parameters: {
    services: selecting([tree('a', { tag: 'A1', kind: 'oak' }), tree('b', { tag: 'A2', kind: 'oak' })]),
  },
};
export const ReadOnlyItalian: Story = {
  parameters: { services: selecting([tree('a', { tag: 'A1', seen: '2026-11-21' })], ['geometries.read']) },
  globals: { language: 'it', theme: 'dark' },
};
