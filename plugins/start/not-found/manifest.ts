import { definePlugin } from '#core/plugin';

/** Last in the list of plugins: it answers every path that nothing else answers. */
export default definePlugin({
  id: 'not-found',
  routes: [{ path: '*', render: 'not-found.Page', title: 'title' }],
  load: () => import('./plugin.ts'),
});
