import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'sun-3d',
  requires: ['map-3d'],
  panels: [
    {
      needs: ['geometries.read'],
      layers: ['map-3d'],
      id: 'sun-3d.panel',
      title: 'title',
      icon: 'sun',
      render: 'sun-3d.Panel',
      order: 44.5,
      keys: 'Shift+N',
      viewer: '3d',
    },
  ],
  load: () => import('./plugin.ts'),
});
