import { definePlugin } from '#core/plugin';

const POINTS = {
  path: 'M12 3h.01M7 6h.01M17 6h.01M4 11h.01M10 10h.01M15 11h.01M20 12h.01M6 16h.01M12 16h.01M18 17h.01M9 20h.01M15 21h.01',
};
const guard = { needs: ['geometries.read', 'pointcloud.read'], layers: ['point-cloud'] } as const;

export default definePlugin({
  id: 'point-cloud',
  requires: ['map-2d'],
  optional: ['placement'],
  placeables: [{ ...guard, id: 'point-cloud.placeable', source: 'point-cloud.Placeable' }],
  routes: [{ ...guard, path: '/cloud/:id', render: 'point-cloud.Page', title: 'viewer.title' }],
  viewers: [
    {
      ...guard,
      id: 'point-cloud.viewer',
      viewer: 'cloud',
      title: 'viewer.title',
      icon: POINTS,
      render: 'point-cloud.Viewer',
      order: 2,
    },
  ],
  overlays: [{ ...guard, id: 'point-cloud.camera', render: 'point-cloud.Camera', order: 1, viewer: 'cloud' }],
  panels: [
    {
      ...guard,
      id: 'point-cloud.panel',
      title: 'panel.title',
      icon: POINTS,
      render: 'point-cloud.Panel',
      order: 11,
      keys: 'Shift+Y',
      viewer: 'cloud',
      open: true,
    },
  ],
  load: () => import('./plugin.ts'),
});
