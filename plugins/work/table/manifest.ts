import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'table',
  requires: ['selection'],
  optional: ['layers'],
  points: ['objectColumns'],
  panels: [
    {
      id: 'table.table',
      title: 'title',
      icon: 'table',
      render: 'table.Panel',
      place: 'below',
      order: 15,
      keys: 'G',
      needs: ['geometries.read'],
    },
  ],
  load: () => import('./plugin.ts'),
});
