import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'outside-plugins',
  requires: ['selection'],
  load: () => import('./plugin.ts'),
});
