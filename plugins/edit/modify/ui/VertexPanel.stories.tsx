import type { Meta, StoryObj } from '@storybook/react-vite';
import type { Container } from 'inversify';
import { atWork, bindAll, desk, object } from '#core/testing';
import { VERTEX_EDITING, VertexEditing } from '../model/vertex-editing.ts';
import VertexPanel from './VertexPanel.tsx';

const WALL = object('wall', {
  type: 'LineString',
  coordinates: [
    [12.610123456, 42.940012345, 215.5],
    [12.611, 42.941, 216.2],
    [12.6125, 42.941, 216.9],
  ],
});

/** A wall with three vertices, one of which may be active. */
function wallWith(chosen: number | undefined) {
  return {
    services: (container: Container) => {
      const editing = new VertexEditing(() => false);
      if (chosen !== undefined) editing.activate({ id: WALL.id, path: [chosen] });
      bindAll(container, [...atWork(desk([WALL]).project), [VERTEX_EDITING, editing]]);
    },
  };
}

const meta: Meta = {
  title: 'Modifying/Vertex',
  parameters: { namespaces: ['modify'] },
  render: () => (
    <div style={{ inlineSize: 320 }}>
      <VertexPanel />
    </div>
  ),
};
export default meta;
type Story = StoryObj;

export const NoneChosen: Story = { parameters: wallWith(undefined) };
export const OneChosen: Story = {
  parameters: wallWith(1),
  globals: { language: 'it', theme: 'dark' },
};
