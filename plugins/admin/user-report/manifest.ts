import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'user-report',
  routes: [{ path: '/userReport', render: 'user-report.Page', title: 'title', needs: ['reports.read'] }],
  menu: [
    {
      id: 'user-report.page',
      title: 'title',
      icon: 'chart',
      path: '/userReport',
      order: 75,
      needs: ['reports.read'],
    },
  ],
  load: () => import('./plugin.ts'),
});
