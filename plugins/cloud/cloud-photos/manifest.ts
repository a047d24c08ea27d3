import { definePlugin } from '#core/plugin';

const guard = { needs: ['pointcloud.read'], layers: ['point-cloud'], viewer: 'cloud' } as const;

export default definePlugin({
  id: 'cloud-photos',
  requires: ['point-cloud'],
  panels: [
    {
      ...guard,
      id: 'cloud-photos.panel',
      title: 'title',
      icon: 'image',
      render: 'cloud-photos.Panel',
      order: 12.5,
    },
  ],
  overlays: [{ ...guard, id: 'cloud-photos.in-space', render: 'cloud-photos.InSpace', order: 13 }],
  load: () => import('./plugin.ts'),
});
