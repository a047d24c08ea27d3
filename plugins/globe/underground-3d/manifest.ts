import { definePlugin } from '#core/plugin';

const guard = { needs: ['geometries.read'], layers: ['map-3d'] } as const;

export default definePlugin({
  id: 'underground-3d',
  requires: ['map-3d'],
  commands: [
    {
      ...guard,
      id: 'underground-3d.see-through',
      title: 'command',
      icon: { path: 'M2 9h5l3-4 4 4h8M4 13h2M9 13h2M14 13h2M18 13h2M6 17h2M11 17h2M16 17h2M9 21h6' },
      keys: 'E',
      workspace: true,
    },
  ],
  overlays: [
    { ...guard, id: 'underground-3d.opacity', render: 'underground-3d.Opacity', order: 43.95, asked: true },
  ],
  load: () => import('./plugin.ts'),
});
