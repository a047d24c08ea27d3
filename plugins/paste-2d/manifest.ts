import { definePlugin } from '#core/plugin';

const guard = { needs: ['geometries.write'], layers: ['map-2d', 'map-3d'] } as const;

export default definePlugin({
  id: 'paste-2d',
  requires: ['attributes', 'map-2d', 'selection'],
  optional: ['layers'],
  commands: [
    {
      ...guard,
      id: 'paste-2d.paste',
      title: 'command.paste',
      icon: 'paste',
      keys: 'Ctrl+V',
      workspace: true,
    },
  ],
  overlays: [{ ...guard, id: 'paste-2d.dialog', render: 'paste-2d.Dialog', order: 73, asked: true }],
  load: () => import('./plugin.ts'),
});
