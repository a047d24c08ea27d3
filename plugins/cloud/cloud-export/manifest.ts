import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'cloud-export',
  requires: ['point-cloud'],
  panels: [
    {
      id: 'cloud-export.panel',
      title: 'title',
      icon: { path: 'M12 3v10M8 9l4 4 4-4M4 17h.01M8 20h.01M12 17h.01M16 20h.01M20 17h.01' },
      render: 'cloud-export.Panel',
      order: 46,
      viewer: 'cloud',
      needs: ['pointcloud.read', 'export'],
      layers: ['point-cloud'],
    },
  ],
  load: () => import('./plugin.ts'),
});
