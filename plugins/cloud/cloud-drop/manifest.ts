import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'cloud-drop',
  overlays: [
    {
      id: 'cloud-drop.drop',
      render: 'cloud-drop.Drop',
      order: 84,
      needs: ['geometries.read'],
    },
  ],
  load: () => import('./plugin.ts'),
});
