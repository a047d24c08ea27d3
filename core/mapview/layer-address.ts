import { crsOf } from '#core/geodesy';
import type { SourceOf } from '#core/protocol';

/** West, south, east, north in the system of a layer: always east before north. */
export type LayerExtent = readonly [number, number, number, number];

/** Address of a tile of Web Mercator; row 0 is the northernmost. */
export function xyzAddress({ url }: { readonly url: string }, z: number, x: number, y: number): string {
  const hosts = /\{([a-z0-9])-([a-z0-9])\}/i.exec(url);
  let address = url;
  if (hosts) {
    const [from, to] = [hosts[1]!.charCodeAt(0), hosts[2]!.charCodeAt(0)];
    const host = from + (Math.abs(x + y) % Math.max(1, to - from + 1));
    address = url.replace(hosts[0], String.fromCharCode(host));
  }
  return address
    .replaceAll('{z}', String(z))
    .replaceAll('{x}', String(x))
    .replaceAll('{-y}', String(2 ** z - 1 - y))
    .replaceAll('{y}', String(y));
}

/** A tile of Web Mercator; row 0 is the northernmost. */
export interface TilePlace {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** Address of a tile of a matrix of the source, counted from its upper left corner. */
export function wmtsAddress(source: SourceOf<'wmts'>, matrix: number, column: number, row: number): string {
  const { id } = source.matrices[matrix]!;
  const values: Record<string, string> = {
    ...source.dimensions,
    Layer: source.layer,
    Style: source.style,
    TileMatrixSet: source.matrixSet,
    TileMatrix: id,
    TileRow: String(row),
    TileCol: String(column),
  };
  if (source.encoding === 'REST') {
    const lowered = new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]));
    return source.url.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
      const value = lowered.get(name.toLowerCase());
      return value === undefined ? whole : encodeURIComponent(value);
    });
  }
  const service = { Service: 'WMTS', Request: 'GetTile', Version: '1.0.0', Format: source.format };
  return withParameters(source.url, { ...service, ...values });
}

/** An image of a part of the world: its extent, and its size in pixels. */
export interface ImageRequest {
  readonly extent: LayerExtent;
  readonly width: number;
  readonly height: number;
}

/** Address of an image. The order of the axes depends on version and system. */
export function wmsAddress(source: SourceOf<'wms'>, image: ImageRequest): string {
  return withParameters(source.url, {
    ...imageParameters(source, image),
    REQUEST: 'GetMap',
    FORMAT: source.format,
    TRANSPARENT: 'TRUE',
  });
}

/** Address of what is at a pixel of an image, counted from its upper left corner; at most `count` objects. */
export function wmsInfoAddress(
  source: SourceOf<'wms'>,
  image: ImageRequest,
  [column, row]: readonly [number, number],
  count: number,
): string {
  const { info, version } = source;
  const [i, j] = version === '1.3.0' ? ['I', 'J'] : ['X', 'Y'];
  return withParameters(source.url, {
    ...imageParameters(source, image),
    REQUEST: 'GetFeatureInfo',
    FORMAT: source.format,
    QUERY_LAYERS: info?.layers ?? source.layers,
    INFO_FORMAT: info?.format ?? 'text/plain',
    FEATURE_COUNT: String(count),
    [i]: String(column),
    [j]: String(row),
  });
}

function imageParameters(
  source: SourceOf<'wms'>,
  { extent, width, height }: ImageRequest,
): Record<string, string> {
  const { version, crs, layers, styles, time } = source;
  const [west, south, east, north] = extent;
  const isNorthFirst = version === '1.3.0' && crsOf(crs)?.axes === 'ne';
  return {
    SERVICE: 'WMS',
    VERSION: version,
    LAYERS: layers,
    STYLES: styles,
    [version === '1.3.0' ? 'CRS' : 'SRS']: crs,
    BBOX: (isNorthFirst ? [south, west, north, east] : [west, south, east, north]).join(','),
    WIDTH: String(width),
    HEIGHT: String(height),
    ...(time === null ? {} : { TIME: time }),
  };
}

const LATITUDE_FIRST = 'urn:ogc:def:crs:EPSG::4326';

/** Address of the objects that meet an extent in longitude and latitude; at most `count`. */
export function featuresAddress(source: SourceOf<'features'>, extent: LayerExtent, count: number): string {
  if (source.service === 'ogcapi')
    return withParameters(source.url, { bbox: extent.join(','), limit: String(count) });
  const [west, south, east, north] = extent;
  const isOld = source.version === '1.0.0';
  const [names, most] =
    source.version === '2.0.0' ? (['TYPENAMES', 'COUNT'] as const) : (['TYPENAME', 'MAXFEATURES'] as const);
  return withParameters(source.url, {
    SERVICE: 'WFS',
    VERSION: source.version,
    REQUEST: 'GetFeature',
    [names]: source.typeName,
    OUTPUTFORMAT: source.format,
    // Since 1.1.0 the URN is latitude before longitude everywhere; what `EPSG:4326` is depends on the server.
    SRSNAME: isOld ? 'EPSG:4326' : LATITUDE_FIRST,
    BBOX: isOld ? extent.join(',') : [south, west, north, east, LATITUDE_FIRST].join(','),
    [most]: String(count),
  });
}

/** Sets parameters of an address, whatever their case there. */
export function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  const own = new Set(Object.keys(parameters).map((name) => name.toLowerCase()));
  for (const name of [...url.searchParams.keys()])
    if (own.has(name.toLowerCase())) url.searchParams.delete(name);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
