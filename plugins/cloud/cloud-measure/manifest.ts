import { definePlugin, type ToolContribution } from '#core/plugin';

const guard = { needs: ['pointcloud.read'], layers: ['point-cloud'] } as const;

function tool(kind: string, icon: ToolContribution['icon'], order: number): ToolContribution {
  return {
    ...guard,
    viewer: 'cloud',
    local: 'also',
    group: 'measure',
    id: `cloud-measure.${kind}`,
    icon,
    title: `tool.${kind}`,
    order,
    route: `cloudmeasures/points-${kind}`,
  };
}

export default definePlugin({
  id: 'cloud-measure',
  requires: ['point-cloud', 'measure-2d'],
  tools: [
    // Elsewhere distances are those of the 3D measurements.
    { ...tool('distance', 'ruler', 9), local: 'only' },
    tool('pick', { path: 'M12 2v5M12 17v5M2 12h5M17 12h5M12 12h.01' }, 10),
    tool('plane', { path: 'M3 15 9 6l12 3-6 9zM12 12V3' }, 11),
    tool('edge', { path: 'M12 3v18M12 3 4 7v10l8 4M12 3l8 4v10l-8 4' }, 12),
    tool('corner', { path: 'M12 12V3M12 12l-8 6M12 12l8 6M12 12h.01' }, 13),
    tool('axis', { path: 'M5 19 19 5M3 14a4 4 0 0 0 7 7M14 3a4 4 0 0 1 7 7' }, 14),
    tool('ground', { path: 'M12 3v13M8 12l4 4 4-4M3 20q4-3 9 0t9 0' }, 15),
    tool('circle', { path: 'M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0M12 12h.01M4 12h.01M18 6h.01M18 18h.01' }, 16),
    tool('area', { path: 'M4 8 10 4l10 5-3 10-11-2zM8 10h.01M12 9h.01M14 13h.01M10 14h.01' }, 17),
    tool('volume', { path: 'M12 3 4 7v10l8 4 8-4V7zM8 12h.01M12 10h.01M15 13h.01M12 16h.01' }, 18),
  ],
  commands: [{ ...guard, id: 'cloud-measure.clear', title: 'command.clear', workspace: true }],
  panels: [
    {
      ...guard,
      id: 'cloud-measure.panel',
      title: 'title',
      icon: 'ruler',
      render: 'cloud-measure.Panel',
      order: 42.7,
      viewer: 'cloud',
    },
  ],
  overlays: [
    { ...guard, id: 'cloud-measure.bubbles', render: 'cloud-measure.Bubbles', order: 42.7, viewer: 'cloud' },
  ],
  load: () => import('./plugin.ts'),
});
