import { definePlugin } from '#core/plugin';
import type {} from '../../start/projects/api.ts';

const guard = { needs: ['geometries.read'] } as const;
const TRACK = {
  path: 'M4 19a2 2 0 1 0 4 0a2 2 0 1 0-4 0M16 5a2 2 0 1 0 4 0a2 2 0 1 0-4 0M8 19h7a3.500 3.500 0 0 0 0-7H9a3.500 3.500 0 0 1 0-7h7',
};

export default definePlugin({
  id: 'surveys',
  optional: ['panorama'],
  routes: [{ ...guard, path: '/surveys/:id', render: 'surveys.Page', title: 'title' }],
  projectActions: [
    { ...guard, id: 'surveys.project', title: 'title', icon: 'calendar', path: '/surveys/:id', order: 14 },
  ],
  panels: [
    { ...guard, id: 'surveys.panel', title: 'title', icon: TRACK, render: 'surveys.Panel', order: 45 },
  ],
  load: () => import('./plugin.ts'),
});
