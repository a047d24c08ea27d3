import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'labels',
  requires: ['layers', 'map-2d', 'selection'],
  tools: [
    {
      id: 'labels.move',
      viewer: '2d',
      group: 'modify',
      icon: { path: 'M3 21l6-6M9 4h12v7H9zM12 7.5h6' },
      title: 'tool.move',
      keys: 'F8',
      order: 11,
      route: '2dmodifytools/labels',
      needs: ['geometries.write'],
      layers: ['map-2d'],
    },
  ],
  overlays: [
    {
      id: 'labels.bar',
      render: 'labels.Bar',
      order: 40.9,
      whileActive: true,
      layers: ['map-2d'],
    },
  ],
  load: () => import('./plugin.ts'),
});
