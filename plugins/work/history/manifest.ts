import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'history',
  requires: ['selection'],
  commands: [
    {
      id: 'history.undo',
      title: 'command.undo',
      icon: 'undo',
      keys: 'Ctrl+Z',
      workspace: true,
      bar: 10,
      needs: ['geometries.write'],
    },
    {
      id: 'history.redo',
      title: 'command.redo',
      icon: 'redo',
      keys: 'Ctrl+Shift+Z',
      workspace: true,
      bar: 11,
      needs: ['geometries.write'],
    },
    {
      id: 'history.redo-too',
      title: 'command.redo',
      icon: 'redo',
      keys: 'Ctrl+Y',
      workspace: true,
      needs: ['geometries.write'],
    },
    {
      id: 'history.save',
      title: 'command.save',
      icon: 'save',
      keys: 'Ctrl+S',
      workspace: true,
      needs: ['geometries.write'],
    },
    {
      id: 'history.transactions',
      title: 'command.transactions',
      icon: 'history',
      keys: 'T',
      workspace: true,
      needs: ['geometries.read'],
    },
    {
      id: 'history.project',
      title: 'command.project',
      icon: 'history',
      keys: 'Shift+U',
      workspace: true,
      needs: ['geometries.read'],
    },
  ],
  panels: [
    {
      id: 'history.steps',
      title: 'steps.title',
      icon: 'history',
      render: 'history.StepsPanel',
      order: 60,
      needs: ['geometries.write'],
    },
  ],
  status: [
    { id: 'history.autosave', render: 'history.AutosaveStatus', order: 90, needs: ['geometries.write'] },
  ],
  overlays: [
    {
      id: 'history.transactions-dialog',
      render: 'history.TransactionsDialog',
      order: 70,
      needs: ['geometries.read'],
    },
    {
      id: 'history.project-dialog',
      render: 'history.ProjectHistoryDialog',
      order: 70,
      needs: ['geometries.read'],
    },
    {
      id: 'history.conflict-dialog',
      render: 'history.ConflictDialog',
      order: 71,
      needs: ['geometries.write'],
    },
  ],
  load: () => import('./plugin.ts'),
});
