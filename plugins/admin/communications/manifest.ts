import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'communications',
  optional: ['notifications'],
  routes: [{ path: '/communications-management', render: 'communications.Page', title: 'title' }],
  menu: [
    {
      id: 'communications.page',
      title: 'title',
      icon: 'message',
      path: '/communications-management',
      order: 70,
    },
  ],
  load: () => import('./plugin.ts'),
});
