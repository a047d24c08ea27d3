import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'tiles-3d',
  requires: ['map-2d', 'map-3d', 'selection'],
  panels: [
    {
      needs: ['geometries.read'],
      layers: ['tiles-3d'],
      id: 'tiles-3d.panel',
      title: 'title',
      icon: 'building',
      render: 'tiles-3d.Panel',
      order: 45,
      viewer: '3d',
    },
  ],
  load: () => import('./plugin.ts'),
});
