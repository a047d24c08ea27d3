import { definePlugin } from '#core/plugin';
import type {} from '../../start/projects/api.ts';

const needs = ['geometries.read'] as const;
const path = '/object-management';

export default definePlugin({
  id: 'object-management',
  requires: ['object-types', 'type-files', 'table', 'selection'],
  optional: ['history', 'modify', 'export'],
  switchable: true,
  routes: [{ path, render: 'object-management.Page', title: 'title', needs }],
  menu: [{ id: 'object-management.page', title: 'title', icon: 'shapes', path, order: 25, needs }],
  projectActions: [
    {
      id: 'object-management.project',
      title: 'title',
      icon: 'shapes',
      path: '/object-management?project=:id&tab=objects',
      order: 15,
      needs,
    },
  ],
  load: () => import('./plugin.ts'),
});
