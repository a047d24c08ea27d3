import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'utility',
  routes: [{ path: '/utility', render: 'utility.Page', title: 'title' }],
  menu: [{ id: 'utility.page', title: 'title', icon: 'sliders', path: '/utility', order: 80 }],
  load: () => import('./plugin.ts'),
});
