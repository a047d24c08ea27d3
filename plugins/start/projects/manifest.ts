import { definePlugin } from '#core/plugin';
import type {} from './api.ts';

export default definePlugin({
  id: 'projects',
  points: ['projectActions'],
  routes: [{ path: '/projectList', render: 'projects.Page', title: 'title' }],
  menu: [{ id: 'projects.list', title: 'title', icon: 'folder', path: '/projectList', order: 10 }],
  palette: [{ id: 'projects.palette', render: 'projects.Palette', order: 10 }],
  status: [{ id: 'projects.archived', render: 'projects.Archived', order: 1, pages: true }],
  commands: [
    {
      id: 'projects.settings',
      title: 'settings',
      icon: 'settings',
      needs: ['projects.write'],
      workspace: true,
    },
  ],
  overlays: [
    {
      id: 'projects.empty',
      render: 'projects.EmptyProject',
      order: 3,
      needs: ['geometries.read'],
      layers: ['map-2d', 'map-3d'],
    },
    {
      id: 'projects.settings',
      render: 'projects.SettingsDialog',
      order: 95,
      onDemand: true,
      needs: ['projects.write'],
    },
  ],
  load: () => import('./plugin.ts'),
});
