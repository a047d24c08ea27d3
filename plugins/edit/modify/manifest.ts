import { definePlugin, type ToolContribution } from '#core/plugin';

const modifying = {
  viewer: '2d',
  group: 'modify',
  needs: ['geometries.write'],
  layers: ['map-2d', 'map-3d', 'point-cloud'],
} as const satisfies Partial<ToolContribution>;

export default definePlugin({
  id: 'modify',
  requires: ['map-2d', 'selection'],
  tools: [
    {
      ...modifying,
      id: 'modify.vertices',
      icon: 'vertices',
      title: 'tool.vertices',
      keys: 'V',
      order: 0,
      route: '2dmodifytools/vertices',
      also: { '3d': '3ddrawtools/vertices', cloud: 'cloudmodifytools/vertices' },
    },
    {
      ...modifying,
      id: 'modify.move',
      icon: 'move',
      title: 'tool.move',
      keys: 'M',
      order: 1,
      route: '2dmodifytools/move',
      also: { '3d': '3ddrawtools/move', cloud: 'cloudmodifytools/move' },
    },
  ],
  commands: [
    {
      id: 'modify.delete',
      title: 'command.delete',
      icon: 'trash',
      keys: 'Delete',
      workspace: true,
      bar: 30,
      aboveRows: 30,
      needs: ['geometries.delete'],
      layers: ['map-2d', 'map-3d', 'point-cloud'],
    },
  ],
  panels: [
    {
      id: 'modify.vertex',
      title: 'panel.title',
      icon: 'vertices',
      render: 'modify.VertexPanel',
      order: 41,
      needs: ['geometries.write'],
      layers: ['map-2d', 'map-3d', 'point-cloud'],
    },
  ],
  overlays: [
    {
      id: 'modify.shared-switch',
      render: 'modify.SharedSwitch',
      order: 40.8,
      whileActive: true,
      layers: ['map-2d', 'map-3d', 'point-cloud'],
    },
    {
      id: 'modify.delete-dialog',
      render: 'modify.DeleteDialog',
      order: 41,
      onDemand: true,
      pages: true,
      needs: ['geometries.delete'],
      layers: ['map-2d', 'map-3d', 'point-cloud'],
    },
  ],
  load: () => import('./plugin.ts'),
});
