import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'precise-2d',
  requires: ['map-2d'],
  commands: [{ id: 'precise-2d.type', title: 'command.type', workspace: true, layers: ['map-2d', 'map-3d'] }],
  overlays: [
    {
      id: 'precise-2d.panel',
      render: 'precise-2d.Panel',
      order: 40.5,
      inHand: 'any',
      layers: ['map-2d', 'map-3d'],
    },
  ],
  load: () => import('./plugin.ts'),
});
