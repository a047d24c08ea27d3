import { beforeAll, describe, expect, it } from 'vitest';
import { loadProjections } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { Findings } from '../../../base/problems.ts';
import { FlatGeometry } from '../../../formats/flat.ts';
import { readyCrs } from '../../../shared/crs/registered.ts';
import { toWgs84 } from '../../../shared/crs/transform.ts';
import { targetCrs } from './crs.ts';

/** By `cs2cs -d 10 EPSG:4326 EPSG:…` of PROJ 9.1, with heights. */
const BY_PROJ: readonly (readonly [code: number, place: Position, east: number, north: number])[] = [
  [2056, [8.5, 46.9, 0], 2680871.9815130946, 1194867.5337486237],
  [2056, [8.5, 46.9, 120], 2680871.9799576984, 1194867.5309897182],
  [2056, [8.5, 46.9, 2000], 2680871.9555974444, 1194867.4877804634],
  [2056, [10.1, 46.6, 4500], 2803884.140008259, 1164428.772622292],
  [21781, [7.4, 46, 2000], 597005.6754959719, 94272.1112497023],
  [3003, [9.2, 45.5, 2000], 1515653.375497822, 5038536.0379791],
  [3003, [9, 39.9, 4500], 1500030.565637741, 4416664.86395924],
  [31256, [16.3, 48.2, 2000], -2388.8278095856, 340177.4996430613],
  [23032, [9.2, 45.5, 4500], 515708.0627836324, 5038713.728750233],
  [28992, [5.4, 52.1, -50], 155876.8139740059, 456861.6190341532],
  [2100, [22.3, 40.1, 2000], 354946.2696224327, 4439954.696865174],
  [32633, [12.6, 42.9, 4500], 304058.7262649051, 4752504.447916816],
];
/** A round trip through a datum drifts, in PROJ too: at these places by up to 2 mm, whatever the height. */
const DRIFT = 0.0025;

describe('positions with heights', () => {
  beforeAll(() => loadProjections());

  it.each(BY_PROJ)(
    'EPSG:%i are written where PROJ has them, and read back: %j',
    async (code, place, east, north) => {
      await readyCrs(`EPSG:${code}`);
      const target = (await targetCrs(`EPSG:${code}`))!;
      const written = target.apply({ type: 'Point', coordinates: place })!.coordinates as Position;
      expect(Math.hypot(written[0] - east, written[1] - north)).toBeLessThan(1e-5);
      expect(written[2]).toBe(place[2]);
      const read = new FlatGeometry().reset('Point', 3);
      read.flat.set(written);
      read.size = 3;
      (await toWgs84({ code, name: '' }, new Findings()))!.apply(read);
      const [longitude, latitude, height] = read.flat;
      expect(height).toBe(place[2]);
      const metres = 6_378_137 * (Math.PI / 180);
      const across = (longitude! - place[0]) * Math.cos((place[1] * Math.PI) / 180);
      expect(metres * Math.hypot(across, latitude! - place[1])).toBeLessThan(DRIFT);
    },
  );
});
