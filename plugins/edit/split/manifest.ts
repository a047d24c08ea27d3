import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'split',
  requires: ['attributes', 'map-2d', 'selection'],
  tools: [
    {
      id: 'split.split',
      viewer: '2d',
      group: 'modify',
      icon: 'split',
      title: 'tool.split',
      keys: 'X',
      order: 10,
      route: '2dmodifytools/split',
      also: { '3d': '3ddrawtools/split', cloud: 'cloudmodifytools/split' },
      needs: ['geometries.write', 'geometries.split'],
      layers: ['map-2d', 'map-3d', 'point-cloud'],
    },
    {
      id: 'split.area',
      viewer: '2d',
      group: 'modify',
      icon: { path: 'M4 5h16v14H4zM11 5v14M6 9h.01M8 12h.01M6 15h.01' },
      title: 'tool.area',
      keys: 'Shift+F',
      order: 10.1,
      route: '2dmodifytools/splitarea',
      also: { '3d': '3ddrawtools/splitarea', cloud: 'cloudmodifytools/splitarea' },
      needs: ['geometries.write', 'geometries.split'],
      layers: ['map-2d', 'map-3d', 'point-cloud'],
    },
  ],
  overlays: [
    {
      id: 'split.popup',
      render: 'split.AreaPopup',
      order: 43.6,
      whileActive: true,
      layers: ['map-2d', 'map-3d', 'point-cloud'],
    },
  ],
  panels: [
    {
      id: 'split.panel',
      title: 'panel.title',
      icon: 'split',
      render: 'split.SplitPanel',
      order: 43,
      needs: ['geometries.write', 'geometries.split'],
      layers: ['map-2d', 'map-3d', 'point-cloud'],
    },
  ],
  load: () => import('./plugin.ts'),
});
