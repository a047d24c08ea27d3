import { definePlugin } from '#core/plugin';

const guard = { needs: ['geometries.read'], layers: ['map-2d', 'map-3d', 'point-cloud'] } as const;

export default definePlugin({
  id: 'bookmarks',
  requires: ['map-2d'],
  panels: [
    {
      ...guard,
      id: 'bookmarks.panel',
      title: 'title',
      icon: 'bookmark',
      render: 'bookmarks.Panel',
      order: 15,
    },
  ],
  load: () => import('./plugin.ts'),
});
