import { definePlugin } from '#core/plugin';
import type {} from './api.ts';

const guard = { needs: ['geometries.read'], layers: ['map-2d', 'map-3d'] } as const;

export default definePlugin({
  id: 'external-layers',
  requires: ['map-2d'],
  optional: ['import'],
  points: ['layerSources'],
  layerSources: [
    {
      id: 'external-layers.cadastre',
      title: 'preset.cadastre',
      help: 'preset.cadastre.about',
      source: {
        kind: 'wms',
        url: 'https://wms.cartografia.agenziaentrate.gov.it/inspire/wms/ows01.php',
        version: '1.3.0',
        layers: 'CP.CadastralZoning,acque,strade,CP.CadastralParcel,fabbricati,vestizioni',
        styles: '',
        format: 'image/png',
        crs: 'EPSG:6706',
        info: { layers: 'CP.CadastralParcel', format: 'text/html' },
        legend: null,
        times: '',
        time: null,
      },
      attribution: '© Agenzia delle Entrate, CC BY 4.0',
      maxScale: 5_000,
      order: 10,
    },
    {
      id: 'external-layers.osm',
      title: 'preset.osm',
      help: 'preset.osm.about',
      source: { kind: 'xyz', url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png', minZoom: 0, maxZoom: 19 },
      attribution: '© OpenStreetMap contributors',
      order: 20,
    },
  ],
  tools: [
    {
      ...guard,
      id: 'external-layers.identify',
      viewer: '2d',
      group: 'view',
      icon: 'info',
      title: 'tool.identify',
      keys: '0',
      order: 20,
      route: '2dmeasures/identify',
      also: { '3d': '3dmeasures/identify' },
    },
    {
      ...guard,
      id: 'external-layers.place',
      viewer: '2d',
      group: 'view',
      icon: 'image',
      title: 'tool.place',
      order: 21,
      route: '2dmeasures/place-picture',
      also: { '3d': '3dmeasures/place-picture' },
    },
  ],
  panels: [
    {
      ...guard,
      id: 'external-layers.panel',
      title: 'title',
      icon: 'cloud',
      render: 'external-layers.Panel',
      order: 11,
      viewer: ['2d', '3d'],
    },
  ],
  overlays: [
    { ...guard, id: 'external-layers.feed', render: 'external-layers.Feed', order: 1 },
    {
      ...guard,
      id: 'external-layers.compare',
      render: 'external-layers.Compare',
      order: 2,
      viewer: ['2d', '3d'],
    },
  ],
  load: () => import('./plugin.ts'),
});
