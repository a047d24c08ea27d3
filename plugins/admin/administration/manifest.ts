import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'administration',
  routes: [
    {
      path: '/management-pages',
      render: 'administration.Page',
      title: 'title',
      needs: ['admin.users'],
    },
  ],
  menu: [
    {
      id: 'administration.pages',
      title: 'title',
      icon: 'shield',
      path: '/management-pages',
      order: 80,
      needs: ['admin.users'],
    },
  ],
  load: () => import('./plugin.ts'),
});
