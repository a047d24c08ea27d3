import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'split-2d',
  requires: ['map-2d', 'selection'],
  optional: ['layers'],
  tools: [
    {
      id: 'split-2d.split',
      viewer: '2d',
      group: 'modify',
      icon: 'split',
      title: 'tool.split',
      keys: 'X',
      order: 10,
      route: '2dmodifytools/split',
      needs: ['geometries.write', 'geometries.split'],
      layers: ['map-2d'],
    },
  ],
  panels: [
    {
      id: 'split-2d.panel',
      title: 'panel.title',
      icon: 'split',
      render: 'split-2d.SplitPanel',
      order: 43,
      needs: ['geometries.write', 'geometries.split'],
      layers: ['map-2d'],
    },
  ],
  load: () => import('./plugin.ts'),
});
