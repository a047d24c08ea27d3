import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'table-2d',
  requires: ['selection'],
  optional: ['layers'],
  panels: [
    {
      id: 'table-2d.table',
      title: 'title',
      icon: 'table',
      render: 'table-2d.Panel',
      place: 'below',
      order: 15,
      keys: 'G',
      needs: ['geometries.read'],
    },
  ],
  load: () => import('./plugin.ts'),
});
