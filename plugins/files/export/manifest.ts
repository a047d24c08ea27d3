import { definePlugin } from '#core/plugin';
import type {} from '../../start/projects/api.ts';
import type {} from './api.ts';

const needs = ['export'] as const;

export default definePlugin({
  id: 'export',
  switchable: true,
  points: ['exporters'],
  routes: [
    { path: '/export', render: 'export.Page', title: 'title', needs },
    { path: '/export/:id', render: 'export.Page', title: 'title', needs },
  ],
  menu: [{ id: 'export.page', title: 'title', icon: 'export', path: '/export', order: 35, needs }],
  projectActions: [
    { id: 'export.project', title: 'title', icon: 'export', path: '/export/:id', order: 20, needs },
  ],
  optional: ['selection'],
  commands: [
    { id: 'export.view', title: 'command.view', icon: 'export', workspace: true, needs },
    {
      id: 'export.selection',
      title: 'command.selection',
      icon: 'export',
      workspace: true,
      aboveRows: 50,
      needs,
    },
  ],
  overlays: [{ id: 'export.leave', render: 'export.Leave', order: 82, onDemand: true, pages: true, needs }],
  load: () => import('./plugin.ts'),
});
