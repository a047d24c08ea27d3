import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { of } from 'rxjs';
import { API } from '#core/api';
import { VIEWS } from '#core/mapview';
import { HOST } from '#core/plugin';
import type { ObjectType } from '#core/protocol';
import { atWork, bindAll, desk, field, memoryStorage, object, selectionOf } from '#core/testing';
import { SELECTION, SERVER_CHANGES } from '#plugins/work/selection/api';
import { savedProject, tableServer } from '../model/testing/table-server.ts';
import { StoredWidths, WIDTHS } from '../model/widths.ts';
import TablePanel from './TablePanel.tsx';

const TYPES = [
  {
    name: 'tree',
    title: { en: 'Tree', it: 'Albero' },
    geometryType: 'Point',
    fields: [
      field('tag', { title: { en: 'Tag', it: 'Targhetta' }, required: true }),
      field('height', { title: { en: 'Height (m)', it: 'Altezza (m)' }, type: 'number' }),
      field('seen', { title: { en: 'Seen on', it: 'Visto il' }, type: 'date' }),
      field('alive', { title: { en: 'Alive', it: 'Vivo' }, type: 'boolean' }),
    ],
  },
] as unknown as ObjectType[];

function showing(count: number, types: readonly ObjectType[] = TYPES) {
  return {
    services: (container: Container) => {
      const trees = Array.from({ length: count }, (_, i) =>
        object(
          `t${i}`,
          { type: 'Point', coordinates: [0, 0] },
          {
            typeName: 'tree',
            properties: { tag: `T${i + 1}`, height: (i * 37) % 30, seen: '2026-11-21', alive: i % 3 > 0 },
          },
        ),
      );
      const { project } = desk(trees, types);
      const { call } = tableServer(() => trees);
      Object.assign(project, savedProject(), { receive: () => undefined });
      bindAll(container, [
        ...atWork(project),
        [API, { call }],
        [HOST, { contributions: () => of([]), current: () => [] }],
        [VIEWS, { active: undefined, active$: of(undefined) }],
        [SELECTION, selectionOf(['t1', 't2'], project.document)],
        [SERVER_CHANGES, { change: () => Promise.resolve(true) }],
        [WIDTHS, new StoredWidths(memoryStorage())],
      ]);
    },
  };
}

const meta: Meta = {
  title: 'Table/Panel',
  parameters: { namespaces: ['table'] },
  render: () => (
    <div style={{ blockSize: 320 }}>
      <TablePanel />
    </div>
  ),
};
export default meta;
type Story = StoryObj;

export const Rows: Story = { parameters: showing(5000) };
export const NoRows: Story = { parameters: showing(0), globals: { language: 'it', theme: 'dark' } };
export const NoTypes: Story = { parameters: showing(0, []) };
