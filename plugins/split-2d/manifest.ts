import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'split-2d',
  requires: ['attributes', 'map-2d', 'selection'],
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
      also: { '3d': '3ddrawtools/split' },
      needs: ['geometries.write', 'geometries.split'],
      layers: ['map-2d', 'map-3d'],
    },
    {
      id: 'split-2d.area',
      viewer: '2d',
      group: 'modify',
      icon: { path: 'M4 5h16v14H4zM11 5v14M6 9h.01M8 12h.01M6 15h.01' },
      title: 'tool.area',
      keys: 'Shift+F',
      order: 10.1,
      route: '2dmodifytools/splitarea',
      also: { '3d': '3ddrawtools/splitarea' },
      needs: ['geometries.write', 'geometries.split'],
      layers: ['map-2d', 'map-3d'],
    },
  ],
  overlays: [
    {
      id: 'split-2d.popup',
      render: 'split-2d.AreaPopup',
      order: 43.6,
      inHand: true,
      layers: ['map-2d', 'map-3d'],
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
      layers: ['map-2d', 'map-3d'],
    },
  ],
  load: () => import('./plugin.ts'),
});
