import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'bim-checks',
  requires: ['bim-viewer'],
  panels: [
    {
      needs: ['geometries.read', 'bim.read'],
      layers: ['bim'],
      viewer: 'bim',
      id: 'bim-checks.panel',
      title: 'title',
      icon: { path: 'M4 5h10M4 12h7M4 19h7M14 16l3 3 5-6' },
      render: 'bim-checks.Panel',
      order: 11.4,
    },
  ],
  load: () => import('./plugin.ts'),
});
