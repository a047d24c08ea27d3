import { OSM_TILES, type LayerSource } from '#core/protocol';

export interface LayerPreset {
  /** Its texts are `preset.<id>` and `preset.<id>.about`. */
  readonly id: string;
  readonly source: LayerSource;
  readonly attribution: string;
  readonly maxScale: number | null;
}

/** Layers that can be added without looking for their addresses. */
export const PRESETS: readonly LayerPreset[] = [
  {
    id: 'cadastre',
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
  },
  {
    id: 'osm',
    source: { kind: 'xyz', url: `${OSM_TILES}/{z}/{x}/{y}.png`, minZoom: 0, maxZoom: 19 },
    attribution: '© OpenStreetMap contributors',
    maxScale: null,
  },
];
