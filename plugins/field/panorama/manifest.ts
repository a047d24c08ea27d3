import { definePlugin } from '#core/plugin';

const guard = { needs: ['geometries.read'], layers: ['panorama'] } as const;
const inPanorama = { ...guard, viewer: 'panorama' } as const;

export default definePlugin({
  id: 'panorama',
  requires: ['map-2d', 'measure-2d', 'documents', 'selection'],
  optional: ['draw'],
  routes: [{ ...guard, path: '/panoramics/:id', render: 'panorama.Page', title: 'title' }],
  viewers: [
    {
      ...inPanorama,
      id: 'panorama.viewer',
      title: 'title',
      icon: 'camera',
      render: 'panorama.Viewer',
      order: 4,
    },
  ],
  tools: [
    {
      ...inPanorama,
      id: 'panorama.measure',
      group: 'measure',
      icon: 'ruler',
      title: 'tool.measure',
      keys: 'P',
      order: 0,
      route: 'panoramameasures/point',
    },
    {
      ...inPanorama,
      needs: ['geometries.read', 'files.write'],
      id: 'panorama.blur',
      group: 'modify',
      icon: 'eye-off',
      title: 'tool.blur',
      order: 1,
      route: 'panoramablur',
    },
    {
      ...inPanorama,
      needs: ['geometries.read', 'files.write'],
      id: 'panorama.mark',
      group: 'modify',
      icon: 'edit',
      title: 'tool.mark',
      order: 2,
      route: 'panoramamarks',
    },
  ],
  commands: [
    { ...guard, id: 'panorama.next', title: 'next', keys: 'PageUp', workspace: true },
    { ...guard, id: 'panorama.previous', title: 'previous', keys: 'PageDown', workspace: true },
    { ...guard, id: 'panorama.on-maps', title: 'on-maps', icon: 'camera', workspace: true },
  ],
  panels: [
    {
      ...inPanorama,
      id: 'panorama.panel',
      title: 'title',
      icon: 'camera',
      render: 'panorama.Panel',
      order: 11.4,
      open: true,
    },
  ],
  overlays: [
    { ...guard, id: 'panorama.open', render: 'panorama.OpenByClick', order: 2, onDemand: true },
    { ...inPanorama, id: 'panorama.walk', render: 'panorama.Walk', order: 1 },
    { ...inPanorama, id: 'panorama.bubbles', render: 'panorama.Bubbles', order: 42 },
  ],
  load: () => import('./plugin.ts'),
});
