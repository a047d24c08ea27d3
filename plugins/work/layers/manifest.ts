import { definePlugin } from '#core/plugin';

const guard = { needs: ['geometries.read'], layers: ['map-2d'] } as const;

export default definePlugin({
  id: 'layers',
  requires: ['map-2d'],
  panels: [
    {
      ...guard,
      id: 'layers.panel',
      title: 'title',
      icon: 'layers',
      render: 'layers.Panel',
      order: 10,
      keys: 'L',
      open: true,
    },
  ],
  overlays: [{ ...guard, id: 'layers.feed', render: 'layers.Feed', order: 0 }],
  load: () => import('./plugin.ts'),
});
