import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'attributes',
  requires: ['selection'],
  optional: ['layers'],
  points: ['fieldPickers'],
  commands: [
    {
      id: 'attributes.modify',
      title: 'command.modify',
      icon: 'attributes',
      keys: 'F2',
      workspace: true,
      needs: ['geometries.write'],
    },
  ],
  panels: [
    {
      id: 'attributes.form',
      title: 'title',
      icon: 'attributes',
      render: 'attributes.Panel',
      order: 10,
      keys: 'I',
      open: true,
      needs: ['geometries.read'],
    },
  ],
  overlays: [
    {
      id: 'attributes.modifyDialog',
      render: 'attributes.ModifyDialog',
      order: 40,
      onDemand: true,
      needs: ['geometries.write'],
    },
    {
      id: 'attributes.newValues',
      render: 'attributes.NewValuesDialog',
      order: 41,
      onDemand: true,
      needs: ['geometries.write'],
    },
    {
      id: 'attributes.newObjects',
      render: 'attributes.NewObjectsDialog',
      order: 42,
      onDemand: true,
      needs: ['geometries.write'],
    },
  ],
  load: () => import('./plugin.ts'),
});
