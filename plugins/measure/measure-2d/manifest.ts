import { definePlugin, type ToolContribution } from '#core/plugin';
import type {} from './api.ts';

const measuring = {
  viewer: '2d',
  group: 'measure',
  needs: ['geometries.read'],
  layers: ['map-2d', 'map-3d'],
} as const satisfies Partial<ToolContribution>;

function tool(kind: string, icon: ToolContribution['icon'], keys: string, order: number): ToolContribution {
  return {
    ...measuring,
    id: `measure-2d.${kind}`,
    icon,
    title: `tool.${kind}`,
    keys,
    order,
    route: `2dmeasures/${kind}`,
  };
}

export default definePlugin({
  id: 'measure-2d',
  requires: ['map-2d'],
  points: ['measureParts'],
  tools: [
    tool('distance', 'ruler', 'D', 0),
    tool('area', { path: 'M4 4h16v16H4zM4 13l9-9M4 20L20 4M11 20l9-9' }, 'A', 1),
    tool('coordinates', { path: 'M12 3v6M12 15v6M3 12h6M15 12h6M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0' }, 'P', 2),
    tool('angle', { path: 'M19 5 4 19h17M12 11.5q4 2.5 4 7.5' }, 'Shift+A', 3),
    tool('azimuth', { path: 'M7 21V3M4 6l3-3 3 3M7 21 19 9M7 13q4 0 5.5 2.5' }, 'Shift+Z', 4),
    tool('radius', { path: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M12 12l6-6' }, 'Shift+R', 5),
    tool('arc', { path: 'M3 18C5 4 19 4 21 18M3 18h.01M12 7.5h.01M21 18h.01' }, 'Shift+C', 6),
    tool('chainage', { path: 'M3 20 21 14M12 17 9 6M6 6h6M10 14l4-1.3' }, 'K', 7),
  ],
  commands: [
    {
      id: 'measure-2d.clear',
      title: 'command.clear',
      words: 'command.clear.words',
      workspace: true,
      layers: ['map-2d', 'map-3d'],
    },
  ],
  panels: [
    {
      id: 'measure-2d.measures',
      title: 'panel.title',
      icon: 'ruler',
      render: 'measure-2d.MeasurePanel',
      order: 42,
      layers: ['map-2d', 'map-3d'],
    },
  ],
  overlays: [
    { id: 'measure-2d.bubbles', render: 'measure-2d.Bubbles', order: 42, layers: ['map-2d', 'map-3d'] },
  ],
  settings: [
    {
      key: 'isSingleMeasurement',
      section: 'workbench:settings.measuring',
      title: 'settings.isSingleMeasurement',
      help: 'settings.isSingleMeasurement.help',
      kind: 'boolean',
      default: false,
      order: 40,
    },
    {
      key: 'preserveMeasure',
      section: 'workbench:settings.measuring',
      title: 'settings.preserveMeasure',
      help: 'settings.preserveMeasure.help',
      kind: 'boolean',
      default: true,
      order: 41,
      local: true,
    },
  ],
  load: () => import('./plugin.ts'),
});
