import { definePlugin, type ToolContribution } from '#core/plugin';

const drawing = {
  viewer: '2d',
  group: 'draw',
  needs: ['geometries.write'],
  layers: ['map-2d', 'map-3d', 'point-cloud'],
} as const satisfies Partial<ToolContribution>;

export default definePlugin({
  id: 'draw',
  requires: ['map-2d'],
  optional: ['attributes', 'object-types'],
  tools: [
    {
      ...drawing,
      id: 'draw.point',
      icon: 'point',
      title: 'tool.point',
      keys: '1',
      order: 0,
      route: '2ddrawtools/point',
      also: { '3d': '3ddrawtools/point', cloud: 'clouddrawtools/point', bim: 'bimdrawtools/point' },
    },
    {
      ...drawing,
      id: 'draw.line',
      icon: 'line',
      title: 'tool.line',
      keys: '2',
      order: 1,
      route: '2ddrawtools/line',
      also: { '3d': '3ddrawtools/line', cloud: 'clouddrawtools/line', bim: 'bimdrawtools/line' },
    },
    {
      ...drawing,
      id: 'draw.polygon',
      icon: 'polygon',
      title: 'tool.polygon',
      keys: '3',
      order: 2,
      route: '2ddrawtools/polygon',
      also: { '3d': '3ddrawtools/polygon', cloud: 'clouddrawtools/polygon', bim: 'bimdrawtools/polygon' },
    },
    {
      ...drawing,
      id: 'draw.hole',
      icon: 'hole',
      title: 'tool.hole',
      keys: 'H',
      order: 3,
      route: '2ddrawtools/hole',
      also: { '3d': '3ddrawtools/hole', cloud: 'clouddrawtools/hole', bim: 'bimdrawtools/hole' },
    },
  ],
  commands: [
    {
      id: 'draw.restore',
      title: 'command.restore',
      workspace: true,
      needs: ['geometries.write'],
      layers: ['map-2d', 'map-3d', 'point-cloud'],
    },
  ],
  panels: [
    {
      id: 'draw.entry',
      title: 'entry.title',
      icon: 'keyboard',
      render: 'draw.EntryPanel',
      order: 40,
      needs: ['geometries.write'],
      layers: ['map-2d', 'map-3d', 'point-cloud'],
    },
  ],
  overlays: [
    {
      id: 'draw.finish',
      render: 'draw.FinishDialog',
      order: 40,
      onDemand: true,
      needs: ['geometries.write'],
      layers: ['map-2d', 'map-3d', 'point-cloud'],
    },
  ],
  load: () => import('./plugin.ts'),
});
