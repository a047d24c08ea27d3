import { definePlugin } from '#core/plugin';

const guard = { needs: ['pointcloud.read'], layers: ['point-cloud'] } as const;
const ICON = {
  path: 'M3 20V4M3 20h18M6 16h.01M8 13h.01M10 14h.01M12 9h.01M14 10h.01M16 6h.01M18 8h.01M20 5h.01',
};

export default definePlugin({
  id: 'cloud-profile',
  requires: ['map-2d', 'point-cloud'],
  optional: ['draw', 'sheet'],
  tools: [
    {
      ...guard,
      id: 'cloud-profile.line',
      viewer: 'cloud',
      local: 'also',
      also: { '2d': '2dmeasures/cloud-profile', '3d': '3dmeasures/cloud-profile' },
      group: 'measure',
      icon: ICON,
      title: 'tool.line',
      keys: 'F4',
      order: 8.5,
      route: 'cloudmeasures/profile',
    },
  ],
  panels: [
    {
      ...guard,
      id: 'cloud-profile.panel',
      place: 'below',
      onPhone: 'half',
      title: 'title',
      icon: ICON,
      render: 'cloud-profile.Panel',
      order: 43,
    },
  ],
  load: () => import('./plugin.ts'),
});
