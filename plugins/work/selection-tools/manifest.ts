import { definePlugin } from '#core/plugin';

const guard = { needs: ['geometries.read'], layers: ['map-2d', 'map-3d', 'point-cloud'] } as const;
const command = { ...guard, workspace: true } as const;

export default definePlugin({
  id: 'selection-tools',
  requires: ['map-2d', 'selection'],
  tools: [
    {
      ...guard,
      id: 'selection-tools.box',
      viewer: '2d',
      group: 'select',
      icon: 'select-area',
      title: 'tool.box',
      keys: 'B',
      order: 1,
      route: 'selectbox',
      also: { '3d': '3dselectbox', cloud: 'cloudselectbox' },
    },
    {
      ...guard,
      id: 'selection-tools.area',
      viewer: '2d',
      group: 'select',
      icon: {
        path: 'M4 9 9 3.5M13 3.5 19.5 7M20 11v3M16 20 9.5 19M6 16.5 4.5 12.5M13 12l8 3-3.5 1.5L16 20z',
      },
      title: 'tool.area',
      keys: 'Shift+B',
      order: 2,
      route: 'selectarea',
      also: { '3d': '3dselectarea', cloud: 'cloudselectarea' },
    },
  ],
  commands: [
    { ...command, id: 'selection-tools.conditions', title: 'command.conditions', icon: 'search', keys: 'Q' },
    { ...command, id: 'selection-tools.meeting', title: 'command.meeting', keys: 'Shift+Q' },
    { ...command, id: 'selection-tools.layer', title: 'command.layer', icon: 'layers', keys: 'Ctrl+Alt+A' },
    { ...command, id: 'selection-tools.invert', title: 'command.invert', keys: 'Shift+I' },
    { ...command, id: 'selection-tools.none', title: 'command.none', keys: 'Ctrl+Shift+A' },
  ],
  overlays: [
    {
      ...guard,
      id: 'selection-tools.popup',
      render: 'selection-tools.Popup',
      order: 43.9,
      whileActive: true,
    },
    { ...guard, id: 'selection-tools.dialog', render: 'selection-tools.Dialog', order: 72, onDemand: true },
  ],
  load: () => import('./plugin.ts'),
});
