import { definePlugin } from '#core/plugin';

const guard = { needs: ['geometries.read'], layers: ['map-2d', 'map-3d', 'point-cloud'] } as const;

export default definePlugin({
  id: 'selection',
  requires: ['map-2d'],
  optional: ['layers'],
  tools: [
    {
      ...guard,
      id: 'selection.select',
      viewer: '2d',
      also: { '3d': '3dselect', cloud: 'cloudselect', bim: 'bimselect' },
      local: 'also',
      group: 'select',
      icon: 'pointer',
      title: 'tool.select',
      keys: 'S',
      order: 0,
      route: 'select',
    },
  ],
  commands: [
    { ...guard, id: 'selection.all', title: 'command.all', keys: 'Ctrl+A', workspace: true },
    { ...guard, id: 'selection.fly', title: 'command.fly', icon: 'locate', keys: 'F', workspace: true },
    { ...guard, id: 'selection.copy', title: 'command.copy', icon: 'copy', keys: 'Ctrl+C', workspace: true },
  ],
  overlays: [
    { ...guard, id: 'selection.marks', render: 'selection.Marks', order: 10 },
    { ...guard, id: 'selection.choice', render: 'selection.Choice', order: 60 },
    {
      ...guard,
      id: 'selection.change',
      needs: ['geometries.write'],
      render: 'selection.ChangeDialog',
      order: 75,
      onDemand: true,
      pages: true,
    },
  ],
  status: [{ ...guard, id: 'selection.count', render: 'selection.Count', order: 5 }],
  palette: [{ ...guard, id: 'selection.objects', render: 'selection.Objects', order: 20 }],
  settings: [
    {
      key: 'flyToZoomLevel',
      preference: 'zoomLevel',
      section: 'workbench:settings.map',
      title: 'settings.flyToZoomLevel',
      help: 'settings.flyToZoomLevel.help',
      kind: 'number',
      default: 22,
      min: 0,
      max: 28,
      step: 1,
      order: 11,
    },
    {
      key: 'isLeftClickInteraction',
      section: 'workbench:settings.map',
      title: 'settings.isLeftClickInteraction',
      help: 'settings.isLeftClickInteraction.help',
      kind: 'boolean',
      default: true,
      order: 14,
    },
    {
      key: 'lockCopy',
      preference: 'preventCopyLockedLayers',
      section: 'workbench:settings.editing',
      title: 'settings.lockCopy',
      help: 'settings.lockCopy.help',
      kind: 'boolean',
      default: true,
      order: 33,
    },
  ],
  load: () => import('./plugin.ts'),
});
