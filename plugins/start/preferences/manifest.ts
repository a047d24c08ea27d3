import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'preferences',
  routes: [{ path: '/user-preference', render: 'preferences.page', title: 'title' }],
  menu: [{ id: 'preferences', title: 'title', icon: 'settings', path: '/user-preference', order: 90 }],
  load: () => import('./plugin.ts'),
});
