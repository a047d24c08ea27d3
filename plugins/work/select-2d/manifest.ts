import { definePlugin } from '#core/plugin';

const guard = { needs: ['geometries.read'], layers: ['map-2d', 'map-3d'] } as const;
const command = { ...guard, workspace: true } as const;

export default definePlugin({
  id: 'select-2d',
  requires: ['map-2d', 'selection'],
  tools: [
    {
      ...guard,
      id: 'select-2d.box',
      viewer: '2d',
      group: 'select',
      icon: 'select-area',
      title: 'tool.box',
      keys: 'B',
      order: 1,
      route: 'selectbox',
      also: { '3d': '3dselectbox' },
    },
    {
      ...guard,
      id: 'select-2d.area',
      viewer: '2d',
      group: 'select',
      icon: {
        path: 'M4 9 9 3.5M13 3.5 19.5 7M20 11v3M16 20 9.5 19M6 16.5 4.5 12.5M13 12l8 3-3.5 1.5L16 20z',
      },
      title: 'tool.area',
      keys: 'Shift+B',
      order: 2,
      route: 'selectarea',
      also: { '3d': '3dselectarea' },
    },
  ],
  commands: [
    { ...command, id: 'select-2d.conditions', title: 'command.conditions', icon: 'search', keys: 'Q' },
    { ...command, id: 'select-2d.meeting', title: 'command.meeting', keys: 'Shift+Q' },
    { ...command, id: 'select-2d.layer', title: 'command.layer', icon: 'layers', keys: 'Ctrl+Alt+A' },
    { ...command, id: 'select-2d.invert', title: 'command.invert', keys: 'Shift+I' },
    { ...command, id: 'select-2d.none', title: 'command.none', keys: 'Ctrl+Shift+A' },
  ],
  overlays: [
    { ...guard, id: 'select-2d.popup', render: 'select-2d.Popup', order: 43.9, inHand: true },
    { ...guard, id: 'select-2d.dialog', render: 'select-2d.Dialog', order: 72, asked: true },
  ],
  load: () => import('./plugin.ts'),
});
