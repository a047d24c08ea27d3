import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'template',
  requires: ['map-2d'],
  routes: [{ path: '/template', render: 'template.Page', title: 'title' }],
  menu: [{ id: 'template.page', title: 'title', icon: 'tools', path: '/template', order: 70 }],
  commands: [{ id: 'template.add', title: 'add' }],
  tools: [
    {
      id: 'template.parallel',
      viewer: '2d',
      group: 'draw',
      icon: 'line',
      title: 'tool.parallel',
      order: 90,
      route: '2ddrawtools/template',
      needs: ['geometries.write'],
      layers: ['map-2d'],
    },
  ],
  load: () => import('./plugin.ts'),
});
