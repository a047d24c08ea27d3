import { beforeAll, describe, expect, it } from 'vitest';
import { HALF_WORLD } from '#core/canvas';
import { loadCrs } from '#core/geodesy';
import type { SourceOf } from '#core/protocol';
import { canDrape, tileAddressOf } from './external-address.ts';

const wms = (crs: string): SourceOf<'wms'> => ({
  kind: 'wms',
  url: 'https://t.test/wms',
  version: '1.1.1',
  layers: 'parcels',
  styles: '',
  format: 'image/png',
  crs,
  info: null,
  legend: null,
  times: '',
  time: null,
});
const wmts = (crs: string, resolution: number): SourceOf<'wmts'> => ({
  kind: 'wmts',
  url: 'https://t.test/{TileMatrix}/{TileCol}/{TileRow}',
  encoding: 'REST',
  layer: 'topo',
  style: '',
  format: 'image/png',
  crs,
  matrixSet: 'm',
  matrices: [{ id: 'a', resolution, origin: [-HALF_WORLD, HALF_WORLD], tileSize: [256, 256], size: [4, 4] }],
  dimensions: {},
});
const boxOf = (address: string | undefined) =>
  new URL(address!).searchParams.get('BBOX')!.split(',').map(Number);
/** Metres of a pixel at level 2: a quarter of the world has 256. */
const LEVEL_2 = (2 * HALF_WORLD) / 4 / 256;

describe('A tile of the globe', () => {
  beforeAll(() => loadCrs('EPSG:6706'));

  it('is requested from a WMS in Web Mercator, or in longitude and latitude', () => {
    const inMetres = boxOf(tileAddressOf(wms('EPSG:3857'), 1, 1, 0));
    [0, 0, HALF_WORLD, HALF_WORLD].forEach((edge, n) => expect(inMetres[n]).toBeCloseTo(edge, 5));
    // The square of Web Mercator ends at atan(sinh(π)) = 85.0511°.
    const inDegrees = boxOf(tileAddressOf(wms('EPSG:6706'), 1, 1, 0));
    [0, 0, 180, 85.0511].forEach((edge, n) => expect(inDegrees[n]).toBeCloseTo(edge, 4));
    expect(canDrape(wms('EPSG:6706'))).toBe(true);
    expect(canDrape(wms('EPSG:7791'))).toBe(false);
  });

  it('is one of a WMTS with the same pyramid, and of no other', () => {
    expect(canDrape(wmts('EPSG:3857', LEVEL_2))).toBe(true);
    expect(tileAddressOf(wmts('EPSG:3857', LEVEL_2), 2, 3, 1)).toBe('https://t.test/a/3/1');
    expect(tileAddressOf(wmts('EPSG:3857', LEVEL_2), 3, 3, 1)).toBeUndefined();
    expect(canDrape(wmts('EPSG:3857', LEVEL_2 * 1.1))).toBe(false);
    expect(canDrape(wmts('EPSG:25832', LEVEL_2))).toBe(false);
  });

  it('is not requested beyond the levels of tiles', () => {
    const source = { kind: 'xyz', url: 'https://t.test/{z}/{x}/{y}', minZoom: 3, maxZoom: 5 } as const;
    expect([2, 3, 5, 6].map((level) => tileAddressOf(source, level, 1, 1) !== undefined)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});
