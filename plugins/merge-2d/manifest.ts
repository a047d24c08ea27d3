import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'merge-2d',
  requires: ['map-2d', 'selection'],
  optional: ['layers'],
  tools: [
    {
      id: 'merge-2d.merge',
      viewer: '2d',
      group: 'modify',
      icon: 'merge',
      title: 'tool.merge',
      keys: 'C',
      order: 11,
      route: '2dmodifytools/merge',
      needs: ['geometries.write', 'geometries.delete'],
      layers: ['map-2d'],
    },
  ],
  overlays: [
    { id: 'merge-2d.dialog', render: 'merge-2d.MergeDialog', order: 43.5, inHand: true, layers: ['map-2d'] },
  ],
  load: () => import('./plugin.ts'),
});
