import { definePlugin } from '#core/plugin';

export default definePlugin({
  id: 'projects',
  routes: [{ path: '/projectList', render: 'projects.Page', title: 'title' }],
  menu: [{ id: 'projects.list', title: 'title', icon: 'folder', path: '/projectList', order: 10 }],
  palette: [{ id: 'projects.palette', render: 'projects.Palette', order: 10 }],
  load: () => import('./plugin.ts'),
});
