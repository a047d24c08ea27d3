import { definePlugin } from '#core/plugin';

const needs = ['export'] as const;

export default definePlugin({
  id: 'export',
  switchable: true,
  routes: [
    { path: '/export', render: 'export.Page', title: 'title', needs },
    { path: '/export/:id', render: 'export.Page', title: 'title', needs },
  ],
  menu: [{ id: 'export.page', title: 'title', icon: 'export', path: '/export', order: 35, needs }],
  load: () => import('./plugin.ts'),
});
