import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'type-files',
  overlays: [
    {
      id: 'type-files.take',
      render: 'type-files.TakeTypesDialog',
      order: 46,
      onDemand: true,
      pages: true,
      needs: ['attributes.write'],
    },
  ],
  load: () => import('./plugin.ts'),
});
