import { definePlugin } from '#core/plugin';
import type {} from './api.ts';

export default definePlugin({
  id: 'user-report',
  points: ['reportSections'],
  reportSections: [
    { id: 'user-report.totals', render: 'user-report.Totals', order: 10 },
    { id: 'user-report.charts', render: 'user-report.Charts', order: 20 },
    { id: 'user-report.people', render: 'user-report.People', order: 30 },
  ],
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
