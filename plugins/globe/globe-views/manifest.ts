import { definePlugin } from '#core/plugin';

const guard = { needs: ['geometries.read'], layers: ['map-3d'] } as const;

export default definePlugin({
  id: 'globe-views',
  requires: ['map-3d'],
  panels: [
    {
      ...guard,
      id: 'globe-views.sun',
      title: 'sun.title',
      icon: 'sun',
      render: 'globe-views.SunPanel',
      order: 44.5,
      keys: 'Shift+N',
      viewer: '3d',
    },
  ],
  commands: [
    {
      ...guard,
      id: 'globe-views.see-through',
      title: 'underground.command',
      icon: { path: 'M2 9h5l3-4 4 4h8M4 13h2M9 13h2M14 13h2M18 13h2M6 17h2M11 17h2M16 17h2M9 21h6' },
      keys: 'E',
      workspace: true,
    },
  ],
  overlays: [
    { ...guard, id: 'globe-views.opacity', render: 'globe-views.Opacity', order: 43.95, onDemand: true },
  ],
  load: () => import('./plugin.ts'),
});
