import { definePlugin } from '#core/plugin';

const guard = { needs: ['geometries.write'], layers: ['map-2d', 'map-3d', 'point-cloud'] } as const;

export default definePlugin({
  id: 'paste',
  requires: ['attributes', 'map-2d', 'selection'],
  commands: [
    {
      ...guard,
      id: 'paste.paste',
      title: 'command.paste',
      icon: 'paste',
      keys: 'Ctrl+V',
      workspace: true,
    },
  ],
  overlays: [{ ...guard, id: 'paste.dialog', render: 'paste.Dialog', order: 73, onDemand: true }],
  load: () => import('./plugin.ts'),
});
