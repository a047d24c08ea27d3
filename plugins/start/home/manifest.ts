import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'home',
  optional: ['projects'],
  routes: [{ path: '/home', render: 'home.Page', title: 'title' }],
  menu: [{ id: 'home.page', title: 'title', icon: 'home', path: '/home', order: 0 }],
  load: () => import('./plugin.ts'),
});
