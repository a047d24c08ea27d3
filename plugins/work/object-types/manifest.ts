import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'object-types',
  panels: [
    {
      id: 'object-types.style-panel',
      title: 'style.panel',
      icon: 'palette',
      render: 'object-types.StylePanel',
      order: 11,
      needs: ['geometries.read'],
      layers: ['map-2d', 'map-3d'],
    },
  ],
  overlays: [
    {
      id: 'object-types.fields',
      render: 'object-types.FieldsDialog',
      order: 45,
      onDemand: true,
      pages: true,
      needs: ['attributes.write'],
    },
    {
      id: 'object-types.style',
      render: 'object-types.StyleDialog',
      order: 45,
      onDemand: true,
      pages: true,
      needs: ['attributes.write'],
    },
  ],
  load: () => import('./plugin.ts'),
});
