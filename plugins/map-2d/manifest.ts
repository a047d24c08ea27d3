import { definePlugin } from '#core/plugin';

const guard = { needs: ['geometries.read'], layers: ['map-2d'] } as const;
/** What is there with every map that fills the workspace. */
const any = { needs: ['geometries.read'], layers: ['map-2d', 'map-3d'] } as const;
const solid = { needs: ['geometries.read'], layers: ['map-3d'] } as const;
const page = { render: 'map-2d.Workspace', title: 'workspace.title' } as const;

export default definePlugin({
  id: 'map-2d',
  routes: [
    { ...guard, ...page, path: '/draw/:id' },
    { ...guard, ...page, path: '/draw/:id/:strategy' },
    { ...guard, ...page, path: '/draw/:id/2dmeasures/:strategy' },
    { ...guard, ...page, path: '/draw/:id/2ddrawtools/:strategy' },
    { ...guard, ...page, path: '/draw/:id/2dmodifytools/:strategy' },
    { ...solid, ...page, path: '/draw/:id/3d' },
    { ...solid, ...page, path: '/draw/:id/3dmeasures/:strategy' },
    { ...solid, ...page, path: '/draw/:id/3ddrawtools/:strategy' },
  ],
  viewers: [
    {
      ...guard,
      id: 'map-2d.viewer',
      viewer: '2d',
      title: 'viewer.title',
      icon: 'map',
      render: 'map-2d.Viewer',
      order: 0,
    },
  ],
  overlays: [
    { ...any, id: 'map-2d.controls', render: 'map-2d.Controls', order: 0 },
    { ...any, id: 'map-2d.readout', render: 'map-2d.CursorReadout', order: 39 },
  ],
  status: [
    { ...any, id: 'map-2d.loading', render: 'map-2d.Loading', order: 5 },
    { ...any, id: 'map-2d.coordinates', render: 'map-2d.Coordinates', order: 10 },
    { ...any, id: 'map-2d.scale', render: 'map-2d.Scale', order: 20 },
    { ...any, id: 'map-2d.snapping', render: 'map-2d.Snapping', order: 30 },
  ],
  commands: [
    { ...any, id: 'map-2d.zoom-in', title: 'command.zoom-in', icon: 'zoom-in', keys: '+', workspace: true },
    {
      ...any,
      id: 'map-2d.zoom-out',
      title: 'command.zoom-out',
      icon: 'zoom-out',
      keys: '-',
      workspace: true,
    },
    { ...any, id: 'map-2d.extent', title: 'command.extent', icon: 'extent', keys: 'Home', workspace: true },
    { ...any, id: 'map-2d.here', title: 'command.here', icon: 'locate', workspace: true },
  ],
  settings: [
    {
      ...any,
      key: 'mapBackground',
      title: 'background.title',
      help: 'background.help',
      section: 'viewer.title',
      kind: 'choice',
      default: 'auto',
      choices: [
        { value: 'auto', title: 'background.auto' },
        { value: 'osm', title: 'background.osm' },
        { value: 'natural-earth', title: 'background.natural-earth' },
        { value: 'none', title: 'background.none' },
      ],
      order: 0,
      local: true,
    },
  ],
  load: () => import('./plugin.ts'),
});
