import WMSCapabilities from 'ol/format/WMSCapabilities.js';
import { crsOf } from '#core/geodesy';
import type { SourceOf } from '#core/protocol';
import type { OfferedLayer, OfferedService, OfferedStyle } from '../../api.ts';
import { codeOfName } from './crs-names.ts';

/** What is read of the objects that OpenLayers makes of a document. */
interface WmsDocument {
  version?: string;
  Service?: { Title?: string };
  Capability?: {
    Request?: { GetMap?: Operation; GetFeatureInfo?: Operation };
    Layer?: WmsLayer;
  };
}
interface Operation {
  Format?: string[];
  DCPType?: { HTTP?: { Get?: { OnlineResource?: string } } }[];
}
interface WmsLayer {
  Name?: string;
  Title?: string;
  Layer?: WmsLayer[];
  CRS?: string[];
  SRS?: string[];
  Style?: { Name?: string; Title?: string; LegendURL?: { OnlineResource?: string }[] }[];
  Dimension?: { name?: string; values?: string }[];
  Attribution?: { Title?: string };
  MinScaleDenominator?: number | undefined;
  MaxScaleDenominator?: number | undefined;
  queryable?: boolean;
}

const IMAGES = ['image/png', 'image/png; mode=8bit', 'image/webp', 'image/jpeg'];
/** Formats of answers about a place, the one that says most first. */
const INFO = [
  'application/json',
  'application/geo+json',
  'application/geojson',
  'application/vnd.ogc.gml',
  'text/xml',
  'text/html',
  'text/plain',
];

/** Characters of the list of times that a source keeps. */
const MAX_TIMES = 20_000;

/** Reads capabilities of a WMS. */
export function readWms(text: string, address: string): OfferedService {
  const document = new WMSCapabilities().read(text) as WmsDocument;
  const { Capability, Service } = document;
  const getMap = Capability?.Request?.GetMap;
  const basis = {
    kind: 'wms' as const,
    url: requestAddress(address, getMap),
    version: document.version?.startsWith('1.3') ? ('1.3.0' as const) : ('1.1.1' as const),
    format: IMAGES.find((format) => getMap?.Format?.includes(format)) ?? getMap?.Format?.[0] ?? 'image/png',
    infoFormat: INFO.find((format) => Capability?.Request?.GetFeatureInfo?.Format?.includes(format)),
  };
  const layers: OfferedLayer[] = [];
  const collect = (own: WmsLayer, above: readonly string[], parent: WmsLayer): void => {
    const layer = inheriting(own, parent);
    const title = layer.Title?.trim() || layer.Name || '';
    const crs = systemOf([...(layer.CRS ?? []), ...(layer.SRS ?? []).flatMap((each) => each.split(/\s+/))]);
    if (layer.Name !== undefined && crs !== undefined)
      layers.push(offered(layer, { title, above, source: { ...basis, crs } }));
    const group = own === Capability?.Layer ? [] : [...above, title];
    for (const below of own.Layer ?? []) collect(below, group, layer);
  };
  if (Capability?.Layer) collect(Capability.Layer, [], {});
  return { title: Service?.Title ?? '', layers };
}

/** What a layer has from those that it is in (OGC 06-042, 7.2.4.8); OpenLayers inherits over one level only. */
function inheriting(layer: WmsLayer, parent: WmsLayer): WmsLayer {
  return {
    ...layer,
    CRS: [...new Set([...(layer.CRS ?? []), ...(parent.CRS ?? [])])],
    SRS: [...new Set([...(layer.SRS ?? []), ...(parent.SRS ?? [])])],
    Style: layer.Style ?? parent.Style ?? [],
    Dimension: layer.Dimension ?? parent.Dimension ?? [],
    Attribution: layer.Attribution ?? parent.Attribution ?? {},
    MinScaleDenominator: layer.MinScaleDenominator ?? parent.MinScaleDenominator,
    MaxScaleDenominator: layer.MaxScaleDenominator ?? parent.MaxScaleDenominator,
  };
}

type Basis = Pick<SourceOf<'wms'>, 'kind' | 'url' | 'version' | 'format' | 'crs'> & {
  readonly infoFormat: string | undefined;
};

function offered(
  layer: WmsLayer,
  { title, above, source }: { title: string; above: readonly string[]; source: Basis },
): OfferedLayer {
  const { infoFormat, ...basis } = source;
  const styles: OfferedStyle[] = (layer.Style ?? []).map((style) => ({
    name: style.Name ?? '',
    title: style.Title ?? style.Name ?? '',
    legend: style.LegendURL?.[0]?.OnlineResource ?? null,
  }));
  const times = layer.Dimension?.find(({ name }) => name?.toLowerCase() === 'time')?.values;
  return {
    id: layer.Name!,
    title,
    group: above.join(' / '),
    styles,
    attribution: layer.Attribution?.Title ?? '',
    minScale: scaleOf(layer.MinScaleDenominator),
    maxScale: scaleOf(layer.MaxScaleDenominator),
    source: {
      ...basis,
      layers: layer.Name!,
      styles: '',
      info: layer.queryable && infoFormat !== undefined ? { layers: layer.Name!, format: infoFormat } : null,
      legend: styles[0]?.legend ?? null,
      times: listOfTimes(times ?? ''),
      time: null,
    },
  };
}

/** As much of a list as is stored, without a part of a moment. */
function listOfTimes(times: string): string {
  const list = times.replace(/\s+/g, '');
  return list.length <= MAX_TIMES ? list : list.slice(0, Math.max(0, list.lastIndexOf(',', MAX_TIMES)));
}

/** Web Mercator, where the server has it, is not reprojected; otherwise the first one that is known here. */
function systemOf(names: readonly string[]): string | undefined {
  const codes = names.flatMap((name) => codeOfName(name) ?? []);
  return codes.find((code) => code === 'EPSG:3857') ?? codes.find((code) => crsOf(code)) ?? codes[0];
}

/**
 * Where maps are requested: the address of the document, which may know its host by another name; only its path and
 * query are taken.
 */
function requestAddress(given: string, operation: Operation | undefined): string {
  const url = new URL(given);
  const stated = operation?.DCPType?.[0]?.HTTP?.Get?.OnlineResource;
  const own = stated !== undefined && URL.canParse(stated) ? new URL(stated) : undefined;
  if (own && own.hostname === url.hostname) {
    url.pathname = own.pathname;
    for (const [name, value] of own.searchParams) url.searchParams.set(name, value);
  }
  for (const name of [...url.searchParams.keys()])
    if (/^(service|request|version)$/i.test(name)) url.searchParams.delete(name);
  return url.href;
}

function scaleOf(denominator: number | undefined): number | null {
  return denominator !== undefined && denominator >= 1 && denominator <= 1e9 ? denominator : null;
}
