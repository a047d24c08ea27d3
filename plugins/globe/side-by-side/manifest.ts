import { definePlugin } from '#core/plugin';

const both = { needs: ['geometries.read'], layers: ['map-3d'] } as const;

export default definePlugin({
  id: 'side-by-side',
  requires: ['map-2d', 'map-3d'],
  commands: [
    {
      ...both,
      id: 'side-by-side.toggle',
      title: 'command',
      icon: { path: 'M3 5h18v14H3zM12 5v14' },
      keys: 'Shift+J',
      workspace: true,
    },
  ],
  overlays: [
    { ...both, id: 'side-by-side.divider', render: 'side-by-side.Divider', order: 60, onDemand: true },
  ],
  load: () => import('./plugin.ts'),
});
