import { definePlugin } from '#core/plugin';

/** Layers apply to every viewer of objects. */
const guard = {
  needs: ['geometries.read'],
  layers: ['map-2d', 'map-3d', 'point-cloud', 'bim', 'panorama'],
} as const;

export default definePlugin({
  id: 'layers',
  requires: ['map-2d'],
  optional: ['object-types'],
  panels: [
    {
      ...guard,
      id: 'layers.panel',
      title: 'title',
      icon: 'layers',
      render: 'layers.Panel',
      order: 10,
      keys: 'L',
      open: true,
    },
  ],
  overlays: [{ ...guard, id: 'layers.feed', render: 'layers.Feed', order: 0 }],
  settings: [
    {
      key: 'relationLayerMinZoom',
      section: 'workbench:settings.map',
      title: 'settings.relationLayerMinZoom',
      help: 'settings.relationLayerMinZoom.help',
      kind: 'number',
      default: 25,
      min: 0,
      max: 28,
      step: 1,
      order: 13,
      local: true,
    },
  ],
  load: () => import('./plugin.ts'),
});
