import { definePlugin } from '#core/plugin';

const guard = { needs: ['geometries.read'], layers: ['panorama'] } as const;
const beside = { ...guard, viewer: 'panorama' } as const;
const SPHERE = { path: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M3 12q9 6 18 0M12 3v18' };

export default definePlugin({
  id: 'panorama',
  requires: ['map-2d'],
  optional: ['measure-2d', 'draw'],
  routes: [{ ...guard, path: '/panoramics/:id', render: 'panorama.Page', title: 'title' }],
  viewers: [
    { ...beside, id: 'panorama.viewer', title: 'title', icon: SPHERE, render: 'panorama.Viewer', order: 4 },
  ],
  tools: [
    {
      ...beside,
      id: 'panorama.measure',
      group: 'measure',
      icon: 'ruler',
      title: 'tool.measure',
      keys: 'P',
      order: 0,
      route: 'panoramameasures/point',
    },
  ],
  commands: [
    { ...guard, id: 'panorama.next', title: 'next', keys: 'PageUp', workspace: true },
    { ...guard, id: 'panorama.previous', title: 'previous', keys: 'PageDown', workspace: true },
    { ...guard, id: 'panorama.on-maps', title: 'on-maps', icon: SPHERE, workspace: true },
  ],
  panels: [
    {
      ...beside,
      id: 'panorama.panel',
      title: 'title',
      icon: SPHERE,
      render: 'panorama.Panel',
      order: 11.4,
      open: true,
    },
  ],
  overlays: [
    { ...guard, id: 'panorama.open', render: 'panorama.OpenByClick', order: 2, onDemand: true },
    { ...beside, id: 'panorama.walk', render: 'panorama.Walk', order: 1 },
    { ...beside, id: 'panorama.bubbles', render: 'panorama.Bubbles', order: 42 },
  ],
  load: () => import('./plugin.ts'),
});
