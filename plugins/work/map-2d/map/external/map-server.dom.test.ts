import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { eastingOf, northingOf } from '#core/canvas';
import { loadCrs } from '#core/geodesy';
import { featuresAddress, wmsAddress, wmsInfoAddress, xyzAddress } from '#core/mapview';
import type { SourceOf } from '#core/protocol';
import { HAS_MAP_SERVER, MAP_SERVER_ADDRESS, mapServerOf } from '#tests/map-server';
import { featuresIn, projectedBox, readTileFeatures } from '../vector/tile-features.ts';
import { readService } from './read-service.ts';

/** A square of 0.01° near Spello, and one west of it. */
const square = (west: number, south: number) => [
  [
    [west, south],
    [west + 0.01, south],
    [west + 0.01, south + 0.01],
    [west, south + 0.01],
    [west, south],
  ],
];
const feature = (n: number, use: string, coordinates: number[][][]) => ({
  type: 'Feature',
  properties: { n, use },
  geometry: { type: 'Polygon', coordinates },
});
const LAND = {
  type: 'FeatureCollection',
  features: [feature(1, 'wood', square(12.61, 42.93)), feature(2, 'field', square(12.58, 42.93))],
};
/** In the wood; outside of both, also with axes exchanged. */
const [IN_WOOD, OUTSIDE] = [[12.615, 42.935] as const, [12.6, 42.935] as const];

describe.skipIf(!HAS_MAP_SERVER)('What MapServer offers', () => {
  const get = mapServerOf(LAND);
  const offered = async (service: 'WMS' | 'WFS', version: string) => {
    const { body } = await get(
      `${MAP_SERVER_ADDRESS}?SERVICE=${service}&REQUEST=GetCapabilities&VERSION=${version}`,
    );
    // happy-dom reads no declarations; browsers do.
    const text = body.toString().replace(/^<\?xml[^>]*\?>\s*(?:<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>)?/, '');
    return readService(text, MAP_SERVER_ADDRESS).layers.find(({ id }) => /(^|:)land$/.test(id))!.source;
  };

  it.each(['1.1.1', '1.3.0'])('as WMS %s is drawn where it lies, and says what is there', async (version) => {
    const source = (await offered('WMS', version)) as SourceOf<'wms'>;
    await loadCrs(source.crs);
    const place = ([longitude, latitude]: readonly [number, number]): [number, number] =>
      source.crs === 'EPSG:3857' ? [eastingOf(longitude), northingOf(latitude)] : [longitude, latitude];
    const reach = source.crs === 'EPSG:3857' ? 100 : 0.001;
    const image = (at: readonly [number, number]) => {
      const [x, y] = place(at);
      return { extent: [x - reach, y - reach, x + reach, y + reach] as const, width: 20, height: 20 };
    };
    const colourAt = async (at: readonly [number, number]) => {
      const { type, body } = await get(wmsAddress({ ...source, version: version as '1.3.0' }, image(at)));
      expect(type).toMatch(/^image\/png/);
      return [...(await sharp(body).ensureAlpha().raw().toBuffer()).subarray(4 * 210, 4 * 211)];
    };
    expect(await colourAt(IN_WOOD)).toEqual([0, 160, 0, 255]);
    expect((await colourAt(OUTSIDE))[3]).toBe(0);
    expect(source.info).not.toBeNull();
    const answer = await get(wmsInfoAddress(source, image(IN_WOOD), [10, 10], 5));
    expect(answer.body.toString()).toContain('wood');
  });

  it('as WFS are objects in longitude and latitude', async () => {
    const source = (await offered('WFS', '2.0.0')) as SourceOf<'features'>;
    const { body } = await get(featuresAddress(source, [12.6, 42.9, 12.65, 42.95], 10));
    const { features } = JSON.parse(body.toString()) as typeof LAND;
    expect(features.map(({ properties: { use }, geometry }) => [use, geometry.coordinates])).toEqual([
      ['wood', square(12.61, 42.93)],
    ]);
  });

  it('as vector tiles are areas at their place, to a pixel of the tile', async () => {
    // The tile of level 11 in which the wood is.
    const [z, x, y] = [11, 1_095, 753];
    const url = `${MAP_SERVER_ADDRESS}?mode=tile&tilemode=gmap&layers=land&map.imagetype=mvt&tile={x}+{y}+{z}`;
    const { body } = await get(xyzAddress({ url }, z, x, y));
    const read = readTileFeatures(Uint8Array.from(body).buffer, { z, x, y });
    const near = projectedBox([12.6149, 42.9349, 12.6151, 42.9351]);
    const { features } = featuresIn(read, near, 10);
    expect(features.map(({ properties }) => properties['use'])).toEqual(['wood']);
    const corners = (features[0]!.geometry.coordinates as [number, number][][])[0]!;
    // 360° / 2^11 / 4096 is a pixel: 0.000043°.
    for (const corner of [
      [12.61, 42.93],
      [12.62, 42.94],
    ] as const) {
      const distances = corners.map(([longitude, latitude]) =>
        Math.max(Math.abs(longitude - corner[0]), Math.abs(latitude - corner[1])),
      );
      expect(Math.min(...distances)).toBeLessThan(4.3e-5);
    }
  });
});
