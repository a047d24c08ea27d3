import { definePlugin } from '#core/plugin';

const ICON = { path: 'M12 2v6M12 16v6M2 12h6M16 12h6M9 9h6v6H9z' };

/** Which of them somebody may place is said by their source. */
const guard = { needsAny: ['pointcloud.write', 'bim.write'], layers: ['point-cloud', 'bim'] } as const;

export default definePlugin({
  id: 'placement',
  requires: ['map-2d'],
  points: ['placeables'],
  tools: [
    {
      viewer: 'cloud',
      also: { '2d': '2dmodifytools/place', '3d': '3ddrawtools/place', bim: 'bimmodifytools/place' },
      group: 'modify',
      id: 'placement.place',
      icon: ICON,
      title: 'title',
      order: 80,
      route: 'cloudmodifytools/place',
      ...guard,
    },
  ],
  panels: [
    {
      id: 'placement.panel',
      title: 'title',
      icon: ICON,
      render: 'placement.Panel',
      order: 60,
      ...guard,
    },
  ],
  load: () => import('./plugin.ts'),
});
