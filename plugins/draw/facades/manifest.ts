import { definePlugin } from '#core/plugin';

const guard = { needs: ['geometries.write'], layers: ['map-3d'] } as const;

export default definePlugin({
  id: 'facades',
  requires: ['map-3d', 'draw'],
  tools: [
    {
      ...guard,
      id: 'facades.facade',
      viewer: '3d',
      group: 'draw',
      icon: { path: 'M4 20 4 8 20 4 20 16zM8 17v-4M12 16v-4M16 15v-4' },
      title: 'tool.facade',
      keys: '4',
      order: 4,
      route: '3ddrawtools/facade',
    },
  ],
  overlays: [
    { ...guard, id: 'facades.popup', render: 'facades.Popup', order: 40.2, whileActive: true, viewer: '3d' },
  ],
  load: () => import('./plugin.ts'),
});
