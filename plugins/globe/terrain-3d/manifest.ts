import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'terrain-3d',
  requires: ['map-2d', 'map-3d'],
  panels: [
    {
      needs: ['geometries.read'],
      layers: ['terrain-3d'],
      id: 'terrain-3d.panel',
      title: 'title',
      icon: { path: 'M2 19 9 7l4 6 3-4 6 10zM6.5 11.5l2 1.5 2.5-2' },
      render: 'terrain-3d.Panel',
      order: 44,
      viewer: '3d',
    },
  ],
  load: () => import('./plugin.ts'),
});
