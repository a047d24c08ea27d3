import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'attributes',
  requires: ['selection'],
  optional: ['layers'],
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
