import { definePlugin } from '#core/plugin';

/** Last in the list of plugins: it handles every path that no other plugin handles. */
export default definePlugin({
  id: 'not-found',
  routes: [{ path: '*', render: 'not-found.Page', title: 'title' }],
  load: () => import('./plugin.ts'),
});
