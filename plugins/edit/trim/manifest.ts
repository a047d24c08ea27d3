import { definePlugin } from '#core/plugin';

const modifying = { viewer: '2d', group: 'modify', layers: ['map-2d'] } as const;

export default definePlugin({
  id: 'trim',
  requires: ['attributes', 'map-2d', 'selection'],
  tools: [
    {
      ...modifying,
      id: 'trim.trim',
      icon: { path: 'M15 3v18M3 12h12M18 12h.01M21 12h.01' },
      title: 'tool.trim',
      keys: 'Y',
      order: 10.3,
      route: '2dmodifytools/trim',
      // A line trimmed in its middle becomes two objects.
      needs: ['geometries.write', 'geometries.split'],
    },
    {
      ...modifying,
      id: 'trim.extend',
      icon: { path: 'M20 3v18M3 12h7M13 12h7M17 9l3 3-3 3' },
      title: 'tool.extend',
      keys: 'Shift+Y',
      order: 10.4,
      route: '2dmodifytools/extend',
      needs: ['geometries.write'],
    },
  ],
  load: () => import('./plugin.ts'),
});
