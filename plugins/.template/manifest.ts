import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'template',
  routes: [{ path: '/template', render: 'template.Page', title: 'title' }],
  menu: [{ id: 'template.page', title: 'title', icon: 'tools', path: '/template', order: 70 }],
  commands: [{ id: 'template.add', title: 'add' }],
  load: () => import('./plugin.ts'),
});
