import { definePlugin } from '#core/plugin';

const guard = { layers: ['map-2d'] } as const;

export default definePlugin({
  id: 'kmreprojection',
  requires: ['map-2d'],
  optional: ['import'],
  switchable: true,
  routes: [{ ...guard, path: '/kmreprojection', render: 'kmreprojection.Page', title: 'title' }],
  menu: [
    {
      ...guard,
      id: 'kmreprojection.page',
      title: 'title',
      icon: 'ruler',
      path: '/kmreprojection',
      order: 45,
    },
  ],
  load: () => import('./plugin.ts'),
});
