import { definePlugin } from '#core/plugin';
import type {} from '../../start/projects/api.ts';

export default definePlugin({
  id: 'type-files',
  projectActions: [
    {
      id: 'type-files.project',
      title: 'project.action',
      onNew: 'project.new',
      icon: 'shapes',
      dialog: 'type-files.ProjectTypes',
      order: 16,
      needs: ['attributes.write'],
    },
  ],
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
