import { definePlugin } from '#core/plugin';

const guard = { needs: ['geometries.read'], layers: ['map-3d'] } as const;

export default definePlugin({
  id: 'walk',
  requires: ['map-3d'],
  tools: [
    {
      ...guard,
      id: 'walk.walk',
      viewer: '3d',
      group: 'view',
      icon: {
        path: 'M11 4a1.500 1.500 0 1 0 3 0a1.500 1.500 0 1 0-3 0M8 11l4-3 2 4 3 1M12 8l-1 6 4 3v5M11 14l-2 8',
      },
      title: 'tool.walk',
      keys: 'Z',
      order: 0,
      route: '3ddrawtools/walk',
    },
  ],
  overlays: [{ ...guard, id: 'walk.pad', render: 'walk.Pad', order: 43.9, whileActive: true }],
  settings: [
    {
      ...guard,
      key: 'eyeHeight3D',
      title: 'eye',
      help: 'eye.help',
      section: 'map-3d:viewer.title',
      kind: 'number',
      default: 1.7,
      min: 0.1,
      max: 100,
      step: 0.1,
      unit: 'm',
      order: 66,
      local: true,
    },
  ],
  load: () => import('./plugin.ts'),
});
