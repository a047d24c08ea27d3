import type { LayerSource } from '#core/protocol';
import type { ChosenLayer } from './chosen-layer.ts';

/** Aerial photographs that an authority offers, named after the area that they cover. */
export interface Orthophoto {
  /** As its authority writes it. */
  readonly area: string;
  readonly years: string;
  readonly layer: Omit<ChosenLayer, 'name'>;
}

/**
 * WMS of Italy and its regions: https://github.com/osmlab/editor-layer-index has the address of those of Italy and the Alto
 * Adige; those of the others are in at least two public programs that show them. A region whose address or layer no two of
 * them agree on is missing.
 */
export const ORTHOPHOTOS: readonly Orthophoto[] = [
  orthophoto('Italia', '2012', {
    url: 'http://wms.pcn.minambiente.it/ogc?map=/ms_ogc/WMS_v1.3/raster/ortofoto_colore_12.map',
    layers: 'OI.ORTOIMMAGINI.2012.32,OI.ORTOIMMAGINI.2012.33',
    attribution: '© AGEA, Geoportale Nazionale (MASE)',
  }),
  orthophoto('Alto Adige', '2023', {
    url: 'https://geoservices.buergernetz.bz.it/mapproxy/p_bz-Orthoimagery/wms',
    layers: 'Aerial-2023-RGB',
    attribution: '© Provincia autonoma di Bolzano, CC BY 4.0',
  }),
  orthophoto('Emilia-Romagna', '2023', {
    url: 'https://servizigis.regione.emilia-romagna.it/wms/agea2023_rgb',
    layers: 'Agea2023_RGB',
    attribution: '© AGEA, Regione Emilia-Romagna',
  }),
  orthophoto('Friuli Venezia Giulia', '2017–2020', {
    url: 'https://irdat-ortofoto.regione.fvg.it/geoserver/ortofoto/ows',
    layers: 'trueorto_FVG_1720',
    attribution: '© Regione autonoma Friuli Venezia Giulia',
  }),
  orthophoto('Lombardia', '2012', {
    url: 'https://www.cartografia.servizirl.it/arcgis2/services/BaseMap/ortofoto2012UTM/ImageServer/WMSServer',
    layers: '0',
    attribution: '© AGEA, Regione Lombardia',
  }),
  orthophoto('Piemonte', '2024', {
    url: 'https://opengis.csi.it/mp/regp_agea_2024',
    layers: 'regp_agea_2024',
    attribution: '© AGEA, Regione Piemonte',
  }),
  orthophoto('Puglia', '2019', {
    url: 'http://webapps.sit.puglia.it/arcgis/services/BaseMaps/Ortofoto2019/ImageServer/WMSServer',
    layers: '0',
    attribution: '© AGEA, Regione Puglia',
  }),
  orthophoto('Sardegna', '2019', {
    url: 'https://webgis.regione.sardegna.it/geoserverraster/ows',
    layers: 'raster:ortofoto_2019',
    attribution: '© AGEA, Regione Autonoma della Sardegna',
  }),
  orthophoto('Toscana', '2024', {
    url: 'https://www502.regione.toscana.it/ows_ofc/com.rt.wms.RTmap/wms?map=owsofc_rt',
    layers: 'rt_ofc.5k24.32bit',
    attribution: '© Regione Toscana',
  }),
  orthophoto('Trentino', '2015', {
    url: 'https://siat.provincia.tn.it/geoserver/stem/ecw-rgb-2015/wms',
    layers: 'ecw-rgb-2015',
    attribution: '© Provincia autonoma di Trento',
  }),
  orthophoto('Veneto', '2024', {
    url: 'https://idt2-geoserver.regione.veneto.it/geoserver/ows',
    layers: 'rv:ortofoto_agea_2024',
    attribution: '© AGEA, Regione del Veneto',
  }),
];

function orthophoto(
  area: string,
  years: string,
  { attribution, ...address }: { url: string; layers: string; attribution: string },
): Orthophoto {
  const source: LayerSource = {
    kind: 'wms',
    ...address,
    version: '1.3.0',
    styles: address.layers.replace(/[^,]/g, ''),
    format: 'image/jpeg',
    crs: 'EPSG:3857',
    info: null,
    legend: null,
    times: '',
    time: null,
  };
  return { area, years, layer: { source, attribution, minScale: null, maxScale: null } };
}
