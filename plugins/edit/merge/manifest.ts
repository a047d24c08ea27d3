import { definePlugin } from '#core/plugin';

const merging = {
  viewer: '2d',
  group: 'modify',
  needs: ['geometries.write', 'geometries.delete'],
  layers: ['map-2d', 'map-3d', 'point-cloud'],
} as const;

export default definePlugin({
  id: 'merge',
  requires: ['map-2d', 'selection'],
  tools: [
    {
      ...merging,
      id: 'merge.merge',
      icon: 'merge',
      title: 'tool.merge',
      keys: 'C',
      order: 11,
      route: '2dmodifytools/merge',
      also: { '3d': '3ddrawtools/merge', cloud: 'cloudmodifytools/merge' },
    },
    {
      ...merging,
      id: 'merge.combine',
      icon: { path: 'M4 4h7v7H4zM13 13h7v7h-7zM15 4h5v5M9 20H4v-5' },
      title: 'tool.combine',
      keys: 'Shift+G',
      order: 11.2,
      route: '2dmodifytools/combine',
      also: { '3d': '3ddrawtools/combine', cloud: 'cloudmodifytools/combine' },
    },
  ],
  overlays: [
    {
      id: 'merge.dialog',
      render: 'merge.MergeDialog',
      order: 43.5,
      whileActive: true,
      layers: ['map-2d', 'map-3d', 'point-cloud'],
    },
  ],
  load: () => import('./plugin.ts'),
});
