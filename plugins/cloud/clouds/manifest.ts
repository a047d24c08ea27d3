import { definePlugin } from '#core/plugin';
import type {} from '../../start/projects/api.ts';

const guard = { needs: ['geometries.read', 'pointcloud.read'], layers: ['point-cloud'] } as const;
const writing = { needs: ['pointcloud.write'], layers: ['point-cloud'] } as const;

export default definePlugin({
  id: 'clouds',
  routes: [{ ...guard, path: '/clouds/:id', render: 'clouds.Page', title: 'title' }],
  projectActions: [
    { ...guard, id: 'clouds.project', title: 'title', icon: 'upload', path: '/clouds/:id', order: 15 },
  ],
  panels: [
    { ...guard, id: 'clouds.panel', title: 'title', icon: 'upload', render: 'clouds.Panel', order: 46 },
  ],
  overlays: [{ ...writing, id: 'clouds.dialog', render: 'clouds.Dialog', order: 85, onDemand: true }],
  load: () => import('./plugin.ts'),
});
