import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Position } from '#core/protocol';
import { areaOf, direct, fullCircle, inverse, measuresOf, ringMeasures } from './index.ts';

const DATA = join(import.meta.dirname, '../../../shared/data/measure');

/**
 * GeodTest.dat, C. F. F. Karney, doi:10.5281/zenodo.32156 (MIT), WGS84, computed with high-precision arithmetic: lat1
 * (lon1 = 0) azi1 lat2 lon2 azi2 s12. Four of its lines: short, long, meridional, nearly antipodal.
 */
const GEODTEST = [
  [
    0.003311913742, 90.001862369144, 0.001762385472585824, 32.846794581272844, 90.003358355630087731,
    3656488.4472191,
  ],
  [
    35.602540598169, 111.870427868602, -19.406200172031696834, 78.995799629955596127, 126.810557548058637274,
    10299779.6328425,
  ],
  [
    0.002776960941, 90.004934285837, -0.002670966075003864, 57.164518655793700538, 90.00499207004449665,
    6363525.1342937,
  ],
] as const;

describe('Geodesics', () => {
  it('agree with GeodTest to a micrometre', () => {
    for (const [lat1, azi1, lat2, lon2, azi2, s12] of GEODTEST) {
      const arc = inverse([0, lat1], [lon2, lat2]);
      expect(Math.abs(arc.distance - s12)).toBeLessThan(1e-6);
      expect(arc.azimuth).toBeCloseTo(azi1, 9);
      expect(arc.finalAzimuth).toBeCloseTo(azi2, 9);
      const [longitude, latitude] = direct([0, lat1], azi1, s12);
      // 9e-12 degrees are 1 µm.
      expect(Math.abs(longitude - lon2)).toBeLessThan(9e-12);
      expect(Math.abs(latitude - lat2)).toBeLessThan(9e-12);
    }
  });

  it.skipIf(!existsSync(DATA))(
    'agree with fifty lines of GeodTest to a micrometre and a square millimetre',
    () => {
      const lines = readFileSync(join(DATA, 'GeodTest-50.dat'), 'utf8').trim().split('\n');
      expect(lines).toHaveLength(50);
      for (const line of lines) {
        const [lat1, lon1, , lat2, lon2, , s12] = line.split(' ').map(Number);
        expect(Math.abs(inverse([lon1!, lat1!], [lon2!, lat2!]).distance - s12!)).toBeLessThan(1e-6);
      }
    },
  );

  it.skipIf(!existsSync(DATA))('agree with the rings of 88 countries computed by Planimeter', () => {
    const read = (name: string) => JSON.parse(readFileSync(join(DATA, name), 'utf8')) as unknown;
    const { features } = read('countries-110m-half.geojson') as {
      features: { geometry: { type: string; coordinates: Position[][] | Position[][][] } }[];
    };
    const { rings } = read('countries-110m-truth.json') as {
      rings: {
        featureIndex: number;
        part: number;
        ring: number;
        perimeter_m: number;
        signedArea_m2: number;
      }[];
    };
    const halves = new Map(
      [...new Set(rings.map(({ featureIndex }) => featureIndex))].map((index, i) => [index, i]),
    );
    for (const truth of rings) {
      const { geometry } = features[halves.get(truth.featureIndex)!]!;
      const parts = (
        geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
      ) as Position[][][];
      const { perimeter, area } = ringMeasures(parts[truth.part]![truth.ring]!);
      expect(Math.abs(perimeter - truth.perimeter_m)).toBeLessThan(1e-6);
      // Areas are summed from strips of up to 1e13 m² down to the equator, for which a double resolves 2e-3 m².
      expect(Math.abs(area - truth.signedArea_m2)).toBeLessThan(0.05);
    }
  });

  it('compute the area of a parcel of one hectare to a square millimetre', () => {
    // Between two meridians and two parallels the area is Δλ ∫ b² cos φ / (1 − e² sin² φ)² dφ (authalic latitude;
    // Snyder, Map Projections, USGS PP 1395, p. 16). Simpson's rule is exact to 1e-12 here.
    const [a, f] = [6378137, 1 / 298.257223563];
    const e2 = f * (2 - f);
    const radian = Math.PI / 180;
    const strip = (degrees: number) => {
      const sine = Math.sin(degrees * radian);
      return (a * a * (1 - e2) * Math.cos(degrees * radian)) / (1 - e2 * sine * sine) ** 2;
    };
    const [west, south, size] = [11.25, 43.75, 1 / 1024];
    const north = south + size;
    const zone =
      size * radian * ((size * radian) / 6) * (strip(south) + 4 * strip(south + size / 2) + strip(north));
    // A geodesic bulges towards the pole from the parallel between its ends by an area of d³ tan φ / (12 N); the two
    // do not quite cancel.
    const ring: Position[] = [
      [west, south],
      [west + size, south],
      [west + size, north],
      [west, north],
      [west, south],
    ];
    const bulge = (latitude: number) => {
      const sine = Math.sin(latitude * radian);
      const normal = a / Math.sqrt(1 - e2 * sine * sine);
      const side = normal * Math.cos(latitude * radian) * size * radian;
      return (side ** 3 * Math.tan(latitude * radian)) / (12 * normal);
    };
    const expected = zone + bulge(north) - bulge(south);
    expect(Math.abs(ringMeasures(ring).area - expected)).toBeLessThan(1e-6);
  });

  it('measure polygons around a pole and across the antimeridian (GeographicLib, Planimeter0 and 13)', () => {
    const ring = (pairs: [number, number][]): Position[] =>
      pairs.map(([latitude, longitude]) => [longitude, latitude]);
    const pole = ringMeasures(
      ring([
        [89, 0],
        [89, 90],
        [89, 180],
        [89, 270],
      ]),
    );
    expect(pole.perimeter).toBeCloseTo(631819.8745, 3);
    expect(Math.abs(pole.area - 24952305678)).toBeLessThan(1);
    const across = ringMeasures(
      ring([
        [0, 179],
        [-1, 180],
        [0, -179],
        [1, 180],
      ]),
    );
    // The same diamond as the second of Planimeter0, rotated by 180°.
    expect(Math.abs(across.area - 24619419146)).toBeLessThan(1);
    expect(across.perimeter).toBeCloseTo(627598.2731, 3);
  });

  it('subtract holes, whatever the orientation of the rings', () => {
    const square = (size: number): Position[] => [
      [0, 0],
      [size, 0],
      [size, size],
      [0, size],
      [0, 0],
    ];
    const [outer, hole] = [ringMeasures(square(0.01)).area, ringMeasures(square(0.005)).area];
    expect(areaOf([square(0.01), square(0.005)])).toBeCloseTo(outer - hole, 6);
    expect(areaOf([square(0.01).toReversed(), square(0.005)])).toBeCloseTo(outer - hole, 6);
    expect(
      measuresOf({ type: 'MultiPolygon', coordinates: [[square(0.01)], [square(0.005)]] }).area,
    ).toBeCloseTo(outer + hole, 6);
  });

  it('compute the same area for a closed and an open ring, and zero for a line there and back', () => {
    const open: Position[] = [
      [9, 45],
      [9.1, 45],
      [9.1, 45.1],
    ];
    expect(ringMeasures([...open, open[0]!]).area).toBe(ringMeasures(open).area);
    expect(
      ringMeasures([
        [9, 45],
        [9.1, 45],
        [9, 45],
      ]).area,
    ).toBe(0);
  });

  it('have the azimuth 0 if both ends coincide', () => {
    expect(inverse([9, 45], [9, 45])).toEqual({ distance: 0, azimuth: 0, finalAzimuth: 0 });
  });
});

it('a full circle begins at 0 and does not reach 360', () => {
  expect([-90, 725, -1e-30, 360].map(fullCircle)).toEqual([270, 5, 0, 0]);
});
