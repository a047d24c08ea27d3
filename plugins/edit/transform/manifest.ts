import { definePlugin, type ToolContribution } from '#core/plugin';

const transforming = {
  viewer: '2d',
  group: 'modify',
  needs: ['geometries.write'],
  layers: ['map-2d', 'map-3d', 'point-cloud'],
} as const satisfies Partial<ToolContribution>;

export default definePlugin({
  id: 'transform',
  requires: ['attributes', 'map-2d', 'selection'],
  tools: [
    {
      ...transforming,
      id: 'transform.shift',
      icon: 'copy',
      title: 'tool.shift',
      keys: 'Shift+M',
      order: 2,
      route: '2dmodifytools/shift',
      also: { '3d': '3ddrawtools/shift', cloud: 'cloudmodifytools/shift' },
    },
    {
      ...transforming,
      id: 'transform.rotate',
      icon: 'rotate',
      title: 'tool.rotate',
      keys: 'R',
      order: 3,
      route: '2dmodifytools/rotate',
      also: { '3d': '3ddrawtools/rotate', cloud: 'cloudmodifytools/rotate' },
    },
    {
      ...transforming,
      id: 'transform.scale',
      icon: 'scale',
      title: 'tool.scale',
      keys: 'Shift+S',
      order: 4,
      route: '2dmodifytools/scale',
      also: { '3d': '3ddrawtools/scale', cloud: 'cloudmodifytools/scale' },
    },
    {
      ...transforming,
      id: 'transform.mirror',
      icon: { path: 'M12 3v3M12 9v2M12 14v2M12 19v2M9 7v10H3zM15 7v10h6z' },
      title: 'tool.mirror',
      keys: 'Shift+X',
      order: 5,
      route: '2dmodifytools/mirror',
      also: { '3d': '3ddrawtools/mirror', cloud: 'cloudmodifytools/mirror' },
    },
    {
      ...transforming,
      id: 'transform.fit',
      icon: { path: 'M4 4h7v7H4zM13 13l7 7M20 14v6h-6M14 4h6v6' },
      title: 'tool.fit',
      keys: 'Alt+Shift+H',
      order: 6,
      route: '2dmodifytools/fit',
    },
  ],
  overlays: [
    {
      id: 'transform.popup',
      render: 'transform.Popup',
      order: 41.5,
      whileActive: true,
      layers: ['map-2d', 'map-3d', 'point-cloud'],
    },
  ],
  load: () => import('./plugin.ts'),
});
