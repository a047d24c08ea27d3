import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'login',
  routes: ['/', '/login', '/auth/:loginToken', '/auth/:loginToken/:id'].map((path) => ({
    path,
    render: 'login.page',
    public: true,
    title: 'title',
  })),
  load: () => import('./plugin.ts'),
});
