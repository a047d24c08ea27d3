import { definePlugin, type ToolContribution } from '#core/plugin';

const guard = { needs: ['geometries.read'], layers: ['map-3d'] } as const;

const ALL = ['map-3d', 'point-cloud', 'bim'];

/** Kinds that need no terrain also work on the points of a cloud and on the faces of a model. */
const ANYWHERE = ['distance', 'area', 'point', 'angle', 'slope'];

function tool(kind: string, icon: ToolContribution['icon'], keys: string, order: number): ToolContribution {
  return {
    ...guard,
    ...(ANYWHERE.includes(kind) && {
      layers: ALL,
      also: { cloud: `cloudmeasures/${kind}`, bim: `bimmeasures/${kind}` },
    }),
    viewer: '3d',
    group: 'measure',
    id: `measure-3d.${kind}`,
    icon,
    title: `tool.${kind}`,
    keys,
    order,
    route: `3dmeasures/${kind}`,
  };
}

export default definePlugin({
  id: 'measure-3d',
  requires: ['map-3d', 'measure-2d'],
  optional: ['layers', 'point-cloud', 'bim-viewer'],
  tools: [
    tool('distance', 'ruler', 'D', 0),
    tool('area', { path: 'M4 4h16v16H4zM4 13l9-9M4 20L20 4M11 20l9-9' }, 'A', 1),
    tool('point', { path: 'M12 3v6M12 15v6M3 12h6M15 12h6M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0' }, 'P', 2),
    tool('angle', { path: 'M19 5 4 19h17M12 11.5q4 2.5 4 7.5' }, 'Shift+A', 3),
    tool('height', { path: 'M3 20h18M12 20V5M8 9l4-4 4 4' }, 'Shift+H', 4),
    tool('slope', { path: 'M3 20h18L21 6zM11 20a9 9 0 0 0-2-4.500' }, 'Shift+D', 5),
    tool('profile', { path: 'M3 20V4M3 20h18M5 15l4-6 4 4 6-8' }, 'Shift+P', 6),
    tool('volume', { path: 'M12 3 4 7v10l8 4 8-4V7zM4 7l8 4 8-4M12 11v10' }, 'Shift+O', 7),
    tool('viewshed', { path: 'M2 12q10-12 20 0q-10 12-20 0M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0' }, 'Shift+E', 8),
  ],
  commands: [
    {
      ...guard,
      layers: ALL,
      id: 'measure-3d.clear',
      title: 'command.clear',
      words: 'measure-2d:command.clear.words',
      workspace: true,
    },
  ],
  panels: [
    {
      ...guard,
      id: 'measure-3d.measures',
      title: 'panel.title',
      icon: { path: 'M3 20V4M3 20h18M5 15l4-6 4 4 6-8' },
      render: 'measure-3d.Panel',
      order: 42.5,
      viewer: ['3d', 'cloud', 'bim'],
      layers: ALL,
    },
  ],
  overlays: [
    {
      ...guard,
      id: 'measure-3d.bubbles',
      render: 'measure-3d.Bubbles',
      order: 42.5,
      viewer: ['3d', 'cloud', 'bim'],
      layers: ALL,
    },
  ],
  load: () => import('./plugin.ts'),
});
