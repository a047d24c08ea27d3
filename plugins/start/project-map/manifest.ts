import { definePlugin } from '#core/plugin';

const guard = { needs: ['geometries.read'], layers: ['map-2d'] } as const;

export default definePlugin({
  id: 'project-map',
  requires: ['map-2d'],
  switchable: true,
  routes: [{ ...guard, path: '/projectMap', render: 'project-map.Page', title: 'title' }],
  menu: [{ ...guard, id: 'project-map.page', title: 'title', icon: 'map', path: '/projectMap', order: 15 }],
  load: () => import('./plugin.ts'),
});
