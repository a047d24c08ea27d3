import type { ChosenLayer } from './chosen-layer.ts';

/** A map that this plugin offers itself; not in the manifest, which everybody loads. */
export interface KnownMap {
  readonly title: string;
  /** One line below the title. */
  readonly about: string;
  readonly layer: Omit<ChosenLayer, 'name'>;
}

export const KNOWN_MAPS: readonly KnownMap[] = [
  {
    title: 'preset.cadastre',
    about: 'preset.cadastre.about',
    layer: {
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
      minScale: null,
      maxScale: 5_000,
    },
  },
  {
    title: 'preset.osm',
    about: 'preset.osm.about',
    layer: {
      source: { kind: 'xyz', url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png', minZoom: 0, maxZoom: 19 },
      attribution: '© OpenStreetMap contributors',
      minScale: null,
      maxScale: null,
    },
  },
];
