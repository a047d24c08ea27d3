import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'mobile-cloud',
  requires: ['point-cloud', 'cloud-annotate'],
  routes: [{ path: '/mobilecloud/:id', render: 'mobile-cloud.Page', public: true, title: 'title' }],
  load: () => import('./plugin.ts'),
});
