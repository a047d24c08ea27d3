import { definePlugin } from '#core/plugin';

const guard = { needs: ['geometries.read'], layers: ['map-2d', 'map-3d'] } as const;

export default definePlugin({
  id: 'external-layers',
  requires: ['map-2d'],
  panels: [
    {
      ...guard,
      id: 'external-layers.panel',
      title: 'title',
      icon: 'cloud',
      render: 'external-layers.Panel',
      order: 11,
      viewer: ['2d', '3d'],
    },
  ],
  overlays: [{ ...guard, id: 'external-layers.feed', render: 'external-layers.Feed', order: 1 }],
  load: () => import('./plugin.ts'),
});
