import { definePlugin } from '#core/plugin';

const guard = { needs: ['pointcloud.read', 'pointcloud.classify'], layers: ['point-cloud'] } as const;

export default definePlugin({
  id: 'cloud-classify',
  requires: ['point-cloud'],
  tools: [
    {
      ...guard,
      id: 'cloud-classify.lasso',
      viewer: 'cloud',
      local: 'also',
      group: 'modify',
      icon: { path: 'M7 17c-3 1-4-2-3-6C5 5 12 3 17 5s5 8 1 11-8 1-11 1zM7 17q0 3-3 4' },
      title: 'tool.lasso',
      keys: 'Shift+L',
      order: 60,
      route: 'cloudmodifytools/classify',
    },
  ],
  panels: [
    {
      ...guard,
      id: 'cloud-classify.panel',
      title: 'title',
      icon: { path: 'M4 7h.01M8 4h.01M8 10h.01M12 7h.01M12 17l3 3 6-6M4 14h.01M8 18h.01' },
      render: 'cloud-classify.Panel',
      order: 45,
      viewer: 'cloud',
    },
  ],
  load: () => import('./plugin.ts'),
});
