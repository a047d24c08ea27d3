import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'notifications',
  topBar: [{ id: 'notifications.bell', render: 'notifications.Bell', order: 80 }],
  load: () => import('./plugin.ts'),
});
