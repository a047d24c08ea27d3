import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'bim-topics',
  requires: ['bim-viewer'],
  panels: [
    {
      needs: ['geometries.read', 'bim.read'],
      layers: ['bim'],
      viewer: 'bim',
      id: 'bim-topics.panel',
      title: 'title',
      icon: { path: 'M4 5h16v11H11l-4 4v-4H4zM8 9h8M8 12h5' },
      render: 'bim-topics.Panel',
      order: 11.5,
    },
  ],
  load: () => import('./plugin.ts'),
});
