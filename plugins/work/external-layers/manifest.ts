import { definePlugin } from '#core/plugin';
import type {} from './api.ts';

const guard = { needs: ['geometries.read'], layers: ['map-2d', 'map-3d'] } as const;

export default definePlugin({
  id: 'external-layers',
  requires: ['map-2d'],
  optional: ['import'],
  points: ['layerSources'],
  tools: [
    {
      ...guard,
      id: 'external-layers.identify',
      viewer: '2d',
      group: 'view',
      icon: 'info',
      title: 'tool.identify',
      keys: '0',
      order: 20,
      route: '2dmeasures/identify',
      also: { '3d': '3dmeasures/identify' },
    },
    {
      ...guard,
      id: 'external-layers.place',
      viewer: '2d',
      group: 'view',
      icon: 'image',
      title: 'tool.place',
      order: 21,
      route: '2dmeasures/place-picture',
      also: { '3d': '3dmeasures/place-picture' },
    },
  ],
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
  overlays: [
    { ...guard, id: 'external-layers.feed', render: 'external-layers.Feed', order: 1 },
    {
      ...guard,
      id: 'external-layers.compare',
      render: 'external-layers.Compare',
      order: 2,
      viewer: ['2d', '3d'],
    },
  ],
  load: () => import('./plugin.ts'),
});
