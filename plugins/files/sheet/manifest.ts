import { definePlugin } from '#core/plugin';

const ICON = { path: 'M3 4h18v16H3zM7 8h7v8H7zM17 8h1M17 11h1M17 14h1' };

const guard = { needs: ['export'], layers: ['map-2d'], objects: true } as const;

export default definePlugin({
  id: 'sheet',
  switchable: true,
  requires: ['map-2d'],
  optional: ['layers', 'selection'],
  tools: [
    {
      id: 'sheet.place',
      viewer: '2d',
      group: 'view',
      icon: ICON,
      title: 'tool.place',
      order: 70,
      route: '2dmodifytools/sheet',
      ...guard,
    },
    {
      id: 'sheet.profile',
      viewer: '2d',
      group: 'view',
      icon: { path: 'M3 20V4M3 20h18M5 15l4-5 4 3 4-6 4 2' },
      title: 'tool.profile',
      order: 71,
      route: '2dmodifytools/sheet-profile',
      ...guard,
    },
  ],
  panels: [{ id: 'sheet.panel', title: 'title', icon: ICON, render: 'sheet.Panel', order: 70, ...guard }],
  load: () => import('./plugin.ts'),
});
