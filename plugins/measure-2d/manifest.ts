import { definePlugin, type ToolContribution } from '#core/plugin';

const measuring = {
  viewer: '2d',
  group: 'measure',
  needs: ['geometries.read'],
  layers: ['map-2d'],
} as const satisfies Partial<ToolContribution>;

export default definePlugin({
  id: 'measure-2d',
  requires: ['map-2d'],
  tools: [
    {
      ...measuring,
      id: 'measure-2d.distance',
      icon: 'ruler',
      title: 'tool.distance',
      keys: 'D',
      order: 0,
      route: '2dmeasures/distance',
    },
    {
      ...measuring,
      id: 'measure-2d.area',
      icon: { path: 'M4 4h16v16H4zM4 13l9-9M4 20L20 4M11 20l9-9' },
      title: 'tool.area',
      keys: 'A',
      order: 1,
      route: '2dmeasures/area',
    },
  ],
  commands: [{ id: 'measure-2d.clear', title: 'command.clear', workspace: true, layers: ['map-2d'] }],
  panels: [
    {
      id: 'measure-2d.measures',
      title: 'panel.title',
      icon: 'ruler',
      render: 'measure-2d.MeasurePanel',
      order: 42,
      layers: ['map-2d'],
    },
  ],
  overlays: [{ id: 'measure-2d.bubbles', render: 'measure-2d.Bubbles', order: 42, layers: ['map-2d'] }],
  load: () => import('./plugin.ts'),
});
