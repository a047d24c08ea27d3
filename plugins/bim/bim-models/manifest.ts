import { definePlugin } from '#core/plugin';
import type {} from '../../start/projects/api.ts';

const guard = {
  needs: ['geometries.read', 'bim.read'],
  layers: ['bim'],
  title: 'title',
  icon: 'upload',
} as const;

export default definePlugin({
  id: 'bim-models',
  routes: [{ ...guard, path: '/models/:id', render: 'bim-models.Page' }],
  projectActions: [{ ...guard, id: 'bim-models.project', path: '/models/:id', order: 15.5 }],
  panels: [{ ...guard, id: 'bim-models.panel', render: 'bim-models.Panel', order: 46.5 }],
  overlays: [
    {
      needs: ['bim.write'],
      layers: ['bim'],
      id: 'bim-models.dialog',
      render: 'bim-models.Dialog',
      order: 86,
      onDemand: true,
    },
  ],
  load: () => import('./plugin.ts'),
});
