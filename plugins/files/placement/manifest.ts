import { definePlugin } from '#core/plugin';

const ICON = { path: 'M12 2v6M12 16v6M2 12h6M16 12h6M9 9h6v6H9z' };

export default definePlugin({
  id: 'placement',
  requires: ['map-2d'],
  points: ['placeables'],
  tools: [
    {
      viewer: 'cloud',
      also: { '2d': '2dmodifytools/place', '3d': '3ddrawtools/place' },
      group: 'modify',
      id: 'placement.place',
      icon: ICON,
      title: 'title',
      order: 80,
      route: 'cloudmodifytools/place',
      needs: ['pointcloud.write'],
    },
  ],
  panels: [
    {
      id: 'placement.panel',
      title: 'title',
      icon: ICON,
      render: 'placement.Panel',
      order: 60,
      needs: ['pointcloud.write'],
    },
  ],
  load: () => import('./plugin.ts'),
});
