import { definePlugin } from '#core/plugin';

const guard = { needs: ['pointcloud.read'], layers: ['point-cloud'] } as const;
const SIGN = { path: 'M5 4h14v11h-8l-4 5v-5H5zM9 8h6M9 11h4' };

export default definePlugin({
  id: 'cloud-annotate',
  requires: ['point-cloud'],
  tools: [
    {
      needs: ['pointcloud.write'],
      layers: guard.layers,
      viewer: 'cloud',
      group: 'draw',
      id: 'cloud-annotate.place',
      icon: SIGN,
      title: 'tool.place',
      order: 60,
      route: 'clouddrawtools/annotation',
    },
  ],
  panels: [
    {
      ...guard,
      id: 'cloud-annotate.panel',
      title: 'title',
      icon: SIGN,
      render: 'cloud-annotate.Panel',
      order: 12,
      viewer: 'cloud',
    },
  ],
  overlays: [
    { ...guard, id: 'cloud-annotate.signs', render: 'cloud-annotate.Signs', order: 12, viewer: 'cloud' },
  ],
  load: () => import('./plugin.ts'),
});
