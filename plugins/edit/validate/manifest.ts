import { definePlugin } from '#core/plugin';

const stepping = { workspace: true, needs: ['geometries.read'], layers: ['map-2d'] } as const;

export default definePlugin({
  id: 'validate',
  requires: ['map-2d', 'selection'],
  panels: [
    {
      id: 'validate.panel',
      title: 'title',
      icon: { path: 'M11 19H5L3 8l8-5 9 5-.7 4M13 18l3 3 6-7' },
      render: 'validate.Panel',
      order: 44,
      keys: 'Shift+V',
      needs: ['geometries.read'],
      layers: ['map-2d'],
    },
  ],
  commands: [
    { ...stepping, id: 'validate.next', title: 'command.next', keys: '.' },
    { ...stepping, id: 'validate.previous', title: 'command.previous', keys: ',' },
  ],
  load: () => import('./plugin.ts'),
});
