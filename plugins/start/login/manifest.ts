import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'login',
  routes: [
    ...['/', '/login', '/auth', '/auth/:loginToken', '/auth/:loginToken/:id'].map((path) => ({
      path,
      render: 'login.page',
      public: true as const,
      title: 'title',
    })),
    { path: '/password-recovery', render: 'login.recovery', public: true, title: 'recovery.title' },
  ],
  load: () => import('./plugin.ts'),
});
