import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'tour',
  commands: [{ id: 'tour.start', title: 'start', words: 'words', icon: 'compass', workspace: true }],
  overlays: [{ id: 'tour.card', render: 'tour.Card', order: 96, onDemand: true }],
  load: () => import('./plugin.ts'),
});
