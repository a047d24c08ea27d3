import { definePlugin } from '#core/plugin';

const stepping = { workspace: true, needs: ['geometries.read'], layers: ['map-2d'] } as const;

export default definePlugin({
  id: 'validate-2d',
  requires: ['map-2d', 'selection'],
  optional: ['layers'],
  panels: [
    {
      id: 'validate-2d.panel',
      title: 'title',
      icon: { path: 'M11 19H5L3 8l8-5 9 5-.7 4M13 18l3 3 6-7' },
      render: 'validate-2d.Panel',
      order: 44,
      keys: 'Shift+V',
      needs: ['geometries.read'],
      layers: ['map-2d'],
    },
  ],
  commands: [
    { ...stepping, id: 'validate-2d.next', title: 'command.next', keys: '.' },
    { ...stepping, id: 'validate-2d.previous', title: 'command.previous', keys: ',' },
  ],
  load: () => import('./plugin.ts'),
});
