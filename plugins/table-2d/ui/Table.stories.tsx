import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { of } from 'rxjs';
import { API } from '#core/api';
import { VIEWS } from '#core/mapview';
import { PROJECTS } from '#core/project';
import type { Field, Me, ObjectType } from '#core/protocol';
import { SESSION } from '#core/session';
import { desk, object } from '#core/testing';
import { SELECTION } from '#plugins/selection/api';
import { TablePanel } from './TablePanel.tsx';

const field = (name: string, en: string, it: string, more: Partial<Field> = {}): Field => ({
  name,
  title: { en, it },
  type: 'text',
  required: false,
  ...more,
});
const TYPES = [
  {
    name: 'tree',
    title: { en: 'Tree', it: 'Albero' },
    fields: [
      field('tag', 'Tag', 'Targhetta', { required: true }),
      field('height', 'Height (m)', 'Altezza (m)', { type: 'number' }),
      field('seen', 'Seen on', 'Visto il', { type: 'date' }),
      field('alive', 'Alive', 'Vivo', { type: 'boolean' }),
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
      const me = { authorizations: ['geometries.write'] } as Me;
      const ids = ['t1', 't2'];
      container.bind(API).toConstantValue({} as never);
      container.bind(VIEWS).toConstantValue({ active: undefined } as never);
      container.bind(PROJECTS).toConstantValue({ current: project, current$: of(project) } as never);
      container.bind(SESSION).toConstantValue({ me, me$: of(me) } as never);
      container.bind(SELECTION).toConstantValue({ ids$: of(ids), ids, set: () => undefined } as never);
    },
  };
}

const meta: Meta = {
  title: 'Table/Panel',
  parameters: { namespaces: ['table-2d'] },
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
