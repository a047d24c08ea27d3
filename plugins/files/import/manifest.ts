import { definePlugin } from '#core/plugin';
import type {} from '../../start/projects/api.ts';
import type {} from './api.ts';

const needs = ['import'] as const;
const vector = (format: string, extensions: readonly string[]) => ({
  id: `import.${format}`,
  title: `importer.${format}`,
  extensions,
  service: 'import.Vector' as const,
  needs,
});

export default definePlugin({
  id: 'import',
  switchable: true,
  points: ['importers'],
  importers: [
    {
      id: 'import.shapefile',
      title: 'importer.shapefile',
      extensions: ['.zip'],
      service: 'import.Shapefile',
      needs,
    },
    {
      id: 'import.geojson',
      title: 'importer.geojson',
      extensions: ['.geojson', '.json', '.geojsonl', '.ndjson', '.geojsons', '.topojson'],
      service: 'import.Geojson',
      needs,
    },
    vector('gpx', ['.gpx']),
    vector('kml', ['.kml', '.kmz']),
    vector('csv', ['.csv', '.tsv', '.txt', '.xyz']),
    vector('xlsx', ['.xlsx']),
    vector('geopackage', ['.gpkg']),
    vector('dxf', ['.dxf']),
    vector('flatgeobuf', ['.fgb']),
    vector('gml', ['.gml', '.xml', '.citygml', '.rss', '.georss', '.atom', '.landxml']),
    vector('mapinfo', ['.mif']),
    vector('nmea', ['.nmea', '.pos', '.log']),
    vector('cxf', ['.cxf']),
  ],
  routes: [{ path: '/shape-management', render: 'import.Page', title: 'title', needs }],
  menu: [{ id: 'import.page', title: 'title', icon: 'import', path: '/shape-management', order: 30, needs }],
  projectActions: [
    {
      id: 'import.project',
      title: 'title',
      icon: 'import',
      path: '/shape-management?project=:id',
      order: 10,
      needs,
    },
  ],
  commands: [
    {
      id: 'import.open',
      title: 'command.open',
      icon: 'import',
      keys: 'Ctrl+I',
      workspace: true,
      bar: 40,
      needs,
    },
  ],
  overlays: [{ id: 'import.overlay', render: 'import.Overlay', order: 80, needs }],
  load: () => import('./plugin.ts'),
});
