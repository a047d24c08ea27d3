import { definePlugin, type ToolContribution } from '#core/plugin';

const guard = { needs: ['pointcloud.read'], layers: ['point-cloud'] } as const;
const BOX = { path: 'M12 3 4 7v10l8 4 8-4V7zM4 7l8 4 8-4M12 11v10' };

function tool(kind: string, icon: ToolContribution['icon'], order: number): ToolContribution {
  return {
    ...guard,
    viewer: 'cloud',
    local: 'also',
    group: 'modify',
    id: `cloud-clip.${kind}`,
    icon,
    title: `tool.${kind}`,
    order,
    route: `cloudmodifytools/clip-${kind}`,
  };
}

export default definePlugin({
  id: 'cloud-clip',
  requires: ['point-cloud'],
  tools: [
    tool('box', BOX, 61),
    tool('polygon', { path: 'M5 8 12 4l7 5-3 7-9-1zM5 8v4M19 9v4M16 16v4M7 15v4l9 1 3-7' }, 62),
    tool('faces', { path: 'M7 7h10v10H7zM12 3v4M12 17v4M3 12h4M17 12h4' }, 64),
    tool('slab', { path: 'M3 14 15 4l6 3L9 17zM3 14v4l6 3v-4M9 21 21 11V7' }, 63),
  ],
  commands: [
    { ...guard, id: 'cloud-clip.all-off', title: 'command.all-off', workspace: true },
    { ...guard, id: 'cloud-clip.forwards', title: 'command.forwards', keys: 'Alt+Up', workspace: true },
    { ...guard, id: 'cloud-clip.backwards', title: 'command.backwards', keys: 'Alt+Down', workspace: true },
  ],
  panels: [
    {
      ...guard,
      id: 'cloud-clip.panel',
      title: 'title',
      icon: BOX,
      render: 'cloud-clip.Panel',
      order: 44,
      viewer: 'cloud',
    },
  ],
  overlays: [{ ...guard, id: 'cloud-clip.bar', render: 'cloud-clip.Bar', order: 44, viewer: 'cloud' }],
  load: () => import('./plugin.ts'),
});
