import { definePlugin } from '#core/plugin';

const guard = { needs: ['geometries.read'], layers: ['map-3d'] } as const;

export default definePlugin({
  id: 'map-3d',
  requires: ['map-2d'],
  viewers: [
    {
      ...guard,
      id: 'map-3d.viewer',
      viewer: '3d',
      title: 'viewer.title',
      icon: 'globe',
      render: 'map-3d.Viewer',
      order: 1,
    },
  ],
  settings: [
    {
      ...guard,
      key: 'heights3D',
      title: 'heights.title',
      help: 'heights.help',
      section: 'viewer.title',
      kind: 'choice',
      default: 'measured',
      choices: [
        { value: 'measured', title: 'heights.measured' },
        { value: 'relative', title: 'heights.relative' },
        { value: 'ground', title: 'heights.ground' },
      ],
      order: 0,
      local: true,
    },
    {
      ...guard,
      key: 'exaggeration3D',
      title: 'exaggeration.title',
      help: 'exaggeration.help',
      section: 'viewer.title',
      kind: 'number',
      default: 1,
      min: 1,
      max: 10,
      step: 0.5,
      order: 0.3,
      local: true,
    },
    {
      ...guard,
      key: 'tint3D',
      title: 'tint.title',
      section: 'viewer.title',
      kind: 'choice',
      default: 'relief',
      choices: [
        { value: 'none', title: 'tint.none' },
        { value: 'relief', title: 'tint.relief' },
        { value: 'heights', title: 'tint.heights' },
      ],
      order: 0.6,
      local: true,
    },
    {
      ...guard,
      key: 'quality3D',
      title: 'quality.title',
      help: 'quality.help',
      section: 'viewer.title',
      kind: 'choice',
      default: 'auto',
      choices: [
        { value: 'auto', title: 'quality.auto' },
        { value: 'fine', title: 'quality.fine' },
        { value: 'fast', title: 'quality.fast' },
      ],
      order: 1,
      local: true,
    },
  ],
  load: () => import('./plugin.ts'),
});
