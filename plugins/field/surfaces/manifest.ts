import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'surfaces',
  requires: ['attributes', 'selection'],
  panels: [
    {
      needs: ['geometries.read'],
      id: 'surfaces.panel',
      title: 'title',
      icon: { path: 'M3 18 9 6l5 7 3-4 4 9zM9 6v12M14 13v5M9 18l5-5' },
      render: 'surfaces.Panel',
      order: 45.7,
    },
  ],
  load: () => import('./plugin.ts'),
});
