import { definePlugin, type SettingContribution } from '#core/plugin';

const guard = { needs: ['geometries.read'], layers: ['map-2d'], objects: true } as const;
/** Available with every map that fills the workspace. */
const any = { needs: ['geometries.read'], layers: ['map-2d', 'map-3d'], objects: true } as const;
const solid = { needs: ['geometries.read'], layers: ['map-3d'], objects: true } as const;
const cloud = { needs: ['geometries.read'], layers: ['point-cloud'], objects: true } as const;
const bim = { needs: ['geometries.read', 'bim.read'], layers: ['bim'], objects: true } as const;
const panorama = { needs: ['geometries.read'], layers: ['panorama'], objects: true } as const;
const page = { render: 'map-2d.Workspace', title: 'workspace.title', workspace: true } as const;

/** Pages of the workspace below the address of a project. */
const below = <G extends object>(guarded: G, ...paths: string[]) =>
  paths.map((path) => ({ ...guarded, ...page, path: `/draw/:id/${path}` }));

/** A switch for one snapping mode. */
function snap(key: string, on: boolean, order: number): SettingContribution {
  const section = 'workbench:settings.editing';
  return { key, section, title: `settings.${key}`, kind: 'boolean', default: on, order, local: true };
}

export default definePlugin({
  id: 'map-2d',
  routes: [
    // Opens the viewer that is not blocked.
    { ...any, ...page, path: '/draw/:id' },
    ...below(guard, ':strategy', '2dmeasures/:strategy', '2ddrawtools/:strategy', '2dmodifytools/:strategy'),
    // Of tools of plugins from outside.
    ...below(guard, '2doutside/:plugin/:strategy'),
    ...below(solid, '3doutside/:plugin/:strategy'),
    ...below(solid, '3d', '3dselect', '3dselectbox', '3dselectarea'),
    ...below(solid, '3dmeasures/:strategy', '3ddrawtools/:strategy'),
    ...below(cloud, 'cloud', 'cloudselect', 'cloudselectbox', 'cloudselectarea'),
    ...below(cloud, 'cloudmeasures/:strategy', 'clouddrawtools/:strategy', 'cloudmodifytools/:strategy'),
    ...below(panorama, 'panorama', 'panoramameasures/:strategy'),
    ...below(
      bim,
      'bim',
      'bimselect',
      'bimmeasures/:strategy',
      'bimdrawtools/:strategy',
      'bimmodifytools/:strategy',
    ),
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
      section: 'workbench:settings.map',
      kind: 'choice',
      default: 'auto',
      choices: [
        { value: 'auto', title: 'background.auto' },
        { value: 'osm', title: 'background.osm' },
        { value: 'natural-earth', title: 'background.natural-earth' },
        { value: 'none', title: 'background.none' },
      ],
      order: 10,
      local: true,
    },
    {
      key: 'featureLoadZoomLevel',
      section: 'workbench:settings.map',
      title: 'settings.featureLoadZoomLevel',
      help: 'settings.featureLoadZoomLevel.help',
      kind: 'number',
      default: 15,
      min: 0,
      max: 28,
      step: 1,
      order: 12,
      local: true,
    },
    {
      key: 'snapping',
      section: 'workbench:settings.editing',
      title: 'settings.snapping',
      help: 'settings.snapping.help',
      kind: 'boolean',
      default: true,
      order: 31,
      local: true,
    },
    {
      key: 'snapTolerance',
      section: 'workbench:settings.editing',
      title: 'settings.snapTolerance',
      help: 'settings.snapTolerance.help',
      kind: 'number',
      default: 12,
      min: 2,
      max: 50,
      step: 1,
      unit: 'px',
      order: 32,
      local: true,
    },
    snap('snapVertex', true, 32.1),
    snap('snapIntersection', true, 32.2),
    snap('snapMidpoint', true, 32.3),
    snap('snapEdge', true, 32.4),
    snap('snapPerpendicular', true, 32.5),
    snap('snapCentre', false, 32.6),
    snap('snapExtension', false, 32.7),
  ],
  load: () => import('./plugin.ts'),
});
