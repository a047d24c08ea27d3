import { definePlugin } from '#core/plugin';

const HOUSE = { path: 'M4 20V9l8-5 8 5v11zM9 20v-6h6v6' };
const guard = { needs: ['geometries.read', 'bim.read'], layers: ['bim'] } as const;
const beside = { ...guard, viewer: 'bim' } as const;

export default definePlugin({
  id: 'bim-viewer',
  requires: ['map-2d'],
  optional: ['selection', 'draw', 'placement', 'documents', 'sheet'],
  placeables: [{ ...guard, id: 'bim-viewer.placeable', source: 'bim-viewer.Placeable' }],
  routes: [{ ...guard, path: '/bim-viewer/:id', render: 'bim-viewer.Page', title: 'viewer.title' }],
  viewers: [
    {
      ...beside,
      id: 'bim-viewer.viewer',
      title: 'viewer.title',
      icon: HOUSE,
      render: 'bim-viewer.Viewer',
      order: 3,
    },
  ],
  palette: [{ ...guard, id: 'bim-viewer.palette', render: 'bim-viewer.Palette', order: 36 }],
  overlays: [{ ...beside, id: 'bim-viewer.camera', render: 'bim-viewer.Camera', order: 1 }],
  panels: [
    {
      ...beside,
      id: 'bim-viewer.structure',
      title: 'structure.title',
      icon: HOUSE,
      render: 'bim-viewer.Structure',
      order: 11.1,
      open: true,
    },
    {
      ...beside,
      id: 'bim-viewer.element',
      title: 'element.title',
      icon: 'tag',
      render: 'bim-viewer.Element',
      order: 11.2,
    },
    {
      ...beside,
      id: 'bim-viewer.cuts',
      title: 'cuts.title',
      icon: { path: 'M3 12h18M6 4v4M6 16v4M18 4v4M18 16v4' },
      render: 'bim-viewer.Cuts',
      order: 11.3,
    },
  ],
  load: () => import('./plugin.ts'),
});
