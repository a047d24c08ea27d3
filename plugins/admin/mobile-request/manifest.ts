import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'mobile-request',
  routes: [{ path: '/mobile-request', render: 'mobile-request.Page', public: true, title: 'title' }],
  load: () => import('./plugin.ts'),
});
