import { definePlugin } from '#core/plugin';
import type {} from '../../start/projects/api.ts';

const needs = ['geometries.read'] as const;

export default definePlugin({
  id: 'qgis',
  switchable: true,
  projectActions: [
    { id: 'qgis.project', title: 'title', icon: 'globe', dialog: 'qgis.ProjectDialog', order: 30, needs },
  ],
  commands: [{ id: 'qgis.open', title: 'title', words: 'words', icon: 'globe', workspace: true, needs }],
  overlays: [{ id: 'qgis.dialog', render: 'qgis.Dialog', order: 83, onDemand: true, needs }],
  load: () => import('./plugin.ts'),
});
