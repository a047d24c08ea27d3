import { definePlugin } from '#core/plugin';
import type {} from '../../files/documents/api.ts';
import type {} from '../../start/projects/api.ts';
import type {} from '../../work/table/api.ts';

const guard = {
  needs: ['geometries.read', 'bim.read'],
  layers: ['bim'],
  title: 'title',
  icon: 'upload',
} as const;

export default definePlugin({
  id: 'bim-models',
  optional: ['map-3d', 'selection', 'bim-viewer', 'documents', 'table'],
  routes: [{ ...guard, path: '/models/:id', render: 'bim-models.Page' }],
  projectActions: [{ ...guard, id: 'bim-models.project', path: '/models/:id', order: 15.5 }],
  panels: [
    { ...guard, id: 'bim-models.panel', render: 'bim-models.Panel', order: 46.5 },
    {
      ...guard,
      id: 'bim-models.linked',
      title: 'linked',
      icon: { path: 'M9 15l6-6M8 11l-3 3a4 4 0 0 0 6 6l2-2M16 13l3-3a4 4 0 0 0-6-6l-2 2' },
      render: 'bim-models.Linked',
      order: 10.5,
    },
  ],
  objectColumns: [
    {
      needs: guard.needs,
      layers: ['bim'],
      id: 'bim-models.elements',
      title: 'linked',
      field: 'links.elements',
      source: 'bim-models.ObjectElements',
      order: 10,
    },
  ],
  fileParts: [
    {
      needs: guard.needs,
      layers: ['bim'],
      id: 'bim-models.of-file',
      render: 'bim-models.FileElements',
      order: 10,
    },
  ],
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
