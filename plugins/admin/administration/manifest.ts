import { definePlugin } from '#core/plugin';

/** What one of its tabs needs. */
const guard = { needsAny: ['admin.users', 'admin.roles', 'admin.organizations', 'admin.plugins'] } as const;

export default definePlugin({
  id: 'administration',
  routes: [
    {
      path: '/management-pages',
      render: 'administration.Page',
      title: 'title',
      ...guard,
    },
  ],
  menu: [
    {
      id: 'administration.pages',
      title: 'title',
      icon: 'shield',
      path: '/management-pages',
      order: 80,
      ...guard,
    },
  ],
  load: () => import('./plugin.ts'),
});
