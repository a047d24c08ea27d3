import { definePlugin } from '#core/plugin';
import type {} from '../../start/projects/api.ts';

const guard = { needs: ['geometries.read'] } as const;

export default definePlugin({
  id: 'surveys',
  requires: ['documents'],
  optional: ['panorama'],
  routes: [{ ...guard, path: '/surveys/:id', render: 'surveys.Page', title: 'title' }],
  projectActions: [
    { ...guard, id: 'surveys.project', title: 'title', icon: 'line', path: '/surveys/:id', order: 14 },
  ],
  panels: [
    { ...guard, id: 'surveys.panel', title: 'title', icon: 'line', render: 'surveys.Panel', order: 45 },
  ],
  overlays: [{ ...guard, id: 'surveys.add', render: 'surveys.AddDialog', order: 88, onDemand: true }],
  load: () => import('./plugin.ts'),
});
