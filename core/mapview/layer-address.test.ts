import { describe, expect, it } from 'vitest';
import type { SourceOf } from '#core/protocol';
import {
  featuresAddress,
  withParameters,
  wmsAddress,
  wmsInfoAddress,
  wmtsAddress,
  xyzAddress,
} from './layer-address.ts';

const xyz = (url: string): SourceOf<'xyz'> => ({ kind: 'xyz', url, minZoom: 0, maxZoom: 19 });
const wms: SourceOf<'wms'> = {
  kind: 'wms',
  url: 'https://maps.example.org/cgi?map=city&service=OLD',
  version: '1.3.0',
  layers: 'parcels,roads',
  styles: ',',
  format: 'image/png',
  crs: 'EPSG:6706',
  info: { layers: 'parcels', format: 'application/json' },
  legend: null,
  times: '',
  time: null,
};
const parameters = (address: string) => Object.fromEntries(new URL(address).searchParams);
const image = { extent: [12, 41, 13, 42], width: 256, height: 128 } as const;

describe('The address of a tile', () => {
  it('has column and row, from the north or from the south', () => {
    expect(xyzAddress(xyz('https://t.test/{z}/{x}/{y}.png'), 3, 5, 2)).toBe('https://t.test/3/5/2.png');
    // Of the 8 rows of level 3, row 2 from the north is row 5 from the south.
    expect(xyzAddress(xyz('https://t.test/{z}/{x}/{-y}.png'), 3, 5, 2)).toBe('https://t.test/3/5/5.png');
  });

  it('is spread over several hosts, the same tile always on the same one', () => {
    const hosts = [0, 1, 2, 3].map(
      (x) => new URL(xyzAddress(xyz('https://{a-c}.t.test/{z}/{x}/{y}'), 3, x, 0)).host,
    );
    expect(hosts).toEqual(['a.t.test', 'b.t.test', 'c.t.test', 'a.t.test']);
  });

  it('of a WMTS has its matrix, as parameters or in the path', () => {
    const matrix = { id: 'EPSG:900913:3', resolution: 1, origin: [0, 0], tileSize: [256, 256], size: [8, 8] };
    const source = {
      kind: 'wmts',
      url: 'https://t.test/wmts?REQUEST=GetCapabilities',
      encoding: 'KVP',
      layer: 'topo',
      style: 'default',
      format: 'image/png',
      crs: 'EPSG:3857',
      matrixSet: 'google',
      matrices: [matrix],
      dimensions: { Time: '2024' },
    } as unknown as SourceOf<'wmts'>;
    expect(parameters(wmtsAddress(source, 0, 5, 2))).toEqual({
      Service: 'WMTS',
      Request: 'GetTile',
      Version: '1.0.0',
      Format: 'image/png',
      Layer: 'topo',
      Style: 'default',
      TileMatrixSet: 'google',
      TileMatrix: 'EPSG:900913:3',
      TileRow: '2',
      TileCol: '5',
      Time: '2024',
    });
    const url = 'https://t.test/{Time}/{style}/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}.png';
    expect(wmtsAddress({ ...source, encoding: 'REST', url }, 0, 5, 2)).toBe(
      'https://t.test/2024/default/google/EPSG%3A900913%3A3/2/5.png',
    );
  });
});

describe('The address of a WMS image', () => {
  it('keeps the parameters of the server, and has latitude first in 1.3.0 where the system has', () => {
    expect(parameters(wmsAddress(wms, image))).toEqual({
      map: 'city',
      SERVICE: 'WMS',
      VERSION: '1.3.0',
      REQUEST: 'GetMap',
      LAYERS: 'parcels,roads',
      STYLES: ',',
      CRS: 'EPSG:6706',
      BBOX: '41,12,42,13',
      WIDTH: '256',
      HEIGHT: '128',
      FORMAT: 'image/png',
      TRANSPARENT: 'TRUE',
    });
    expect(parameters(wmsAddress({ ...wms, crs: 'EPSG:3857' }, image))['BBOX']).toBe('12,41,13,42');
    expect(parameters(wmsAddress({ ...wms, version: '1.1.1', time: '2024-05-01' }, image))).toMatchObject({
      SRS: 'EPSG:6706',
      BBOX: '12,41,13,42',
      TIME: '2024-05-01',
    });
  });

  it('asks for a pixel by the names of its version', () => {
    const query = parameters(wmsInfoAddress(wms, image, [10, 20], 5));
    expect(query).toMatchObject({
      I: '10',
      J: '20',
      LAYERS: 'parcels,roads',
      QUERY_LAYERS: 'parcels',
      INFO_FORMAT: 'application/json',
      FEATURE_COUNT: '5',
    });
    expect(parameters(wmsInfoAddress({ ...wms, version: '1.1.1' }, image, [10, 20], 5))).toMatchObject({
      X: '10',
      Y: '20',
    });
  });

  it('has each parameter once, whatever its case', () => {
    expect(withParameters('https://t.test/?request=a&x=1', { REQUEST: 'b' })).toBe(
      'https://t.test/?x=1&REQUEST=b',
    );
  });
});

describe('The address of objects', () => {
  const source = (change: Partial<SourceOf<'features'>>): SourceOf<'features'> => ({
    kind: 'features',
    url: 'https://maps.example.org/wfs?map=city',
    service: 'wfs',
    version: '2.0.0',
    typeName: 'city:parcels',
    format: 'application/json',
    colour: '#0072b2',
    ...change,
  });
  const extent = [12.5, 42.8, 12.6, 42.9] as const;

  it('of a WFS has the names of its version', () => {
    const query = parameters(featuresAddress(source({}), extent, 500));
    expect(query).toMatchObject({
      TYPENAMES: 'city:parcels',
      COUNT: '500',
      BBOX: '42.8,12.5,42.9,12.6,urn:ogc:def:crs:EPSG::4326',
    });
    expect(query['map']).toBe('city');
    expect(parameters(featuresAddress(source({ version: '1.1.0' }), extent, 500))).toMatchObject({
      TYPENAME: 'city:parcels',
      MAXFEATURES: '500',
    });
    expect(parameters(featuresAddress(source({ version: '1.0.0' }), extent, 500))).toMatchObject({
      SRSNAME: 'EPSG:4326',
      BBOX: '12.5,42.8,12.6,42.9',
    });
  });

  it('of OGC API – Features is that of the items, with their format', () => {
    const url = 'https://maps.example.org/collections/parcels/items?f=json';
    expect(parameters(featuresAddress(source({ service: 'ogcapi', url }), extent, 500))).toEqual({
      f: 'json',
      bbox: '12.5,42.8,12.6,42.9',
      limit: '500',
    });
  });
});
