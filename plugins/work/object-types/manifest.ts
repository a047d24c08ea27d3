import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'object-types',
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
