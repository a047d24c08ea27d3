import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { crsOf, inverse, learnCrs, operationOf, project, transform, unproject } from './index.ts';
import { loadProjections } from './crs.ts';

const TRUTH = join(import.meta.dirname, '../../../shared/data/measure/italian-crs.json');
/**
 * Computed with PROJ 9.1.1 without grids; EPSG operations Monte Mario to WGS 84 (4) for the peninsula, ETRS89 and
 * RDN2008 to WGS 84 (1).
 */
const SAN_GEMINI = [12.535612418, 42.607531757] as const;
const PLACES: readonly (readonly [string, number, number])[] = [
  ['EPSG:3003', 1790056.86058, 4723308.23957],
  ['EPSG:3004', 2317857.04849, 4720189.09602],
  ['EPSG:25833', 297852.81723, 4720177.35017],
  ['EPSG:32633', 297852.81723, 4720177.35029],
  ['EPSG:6708', 297852.81723, 4720177.35017],
  ['EPSG:7792', 297852.81723, 4720177.35017],
  ['EPSG:7794', 7043885.42222, 4712181.19742],
  ['EPSG:3857', 1395457.99115, 5252423.69661],
];

beforeAll(loadProjections);

describe('Coordinate reference systems', () => {
  it('agree with PROJ at a place in Umbria, always east before north', () => {
    for (const [code, east, north] of PLACES) {
      const [x, y] = project(code, [...SAN_GEMINI]);
      expect(Math.hypot(x - east, y - north), code).toBeLessThan(1e-3);
      const back = unproject(code, [x, y]);
      expect(inverse([...SAN_GEMINI], back).distance, `${code} and back`).toBeLessThan(1.5e-3);
    }
  });

  it.skipIf(!existsSync(TRUTH))(
    'agree with PROJ at 36 places from the Alps to Sicily within the stated accuracy',
    () => {
      const { points } = JSON.parse(readFileSync(TRUTH, 'utf8')) as {
        points: {
          name: string;
          lon: number;
          lat: number;
          targets: Record<string, { operation: string; accuracy_m: number; xy: [number, number] }[]>;
        }[];
      };
      let compared = 0;
      for (const { name, lon, lat, targets } of points) {
        for (const [code, operations] of Object.entries(targets)) {
          const crs = crsOf(code);
          if (!crs) continue;
          // Zone 2 is not used in Sardinia: PROJ has no operation for it there and uses that of the peninsula.
          if (code === 'EPSG:3004' && regionOf([lon, lat]) === 'sardinia') continue;
          const [x, y] = project(code, [lon, lat]);
          const off = operations.map(({ xy, accuracy_m }) => {
            const apart = crs.geographic ? inverse([x, y], xy).distance : Math.hypot(x - xy[0], y - xy[1]);
            return apart <= Math.max(accuracy_m, 1e-3);
          });
          expect(off, `${name} in ${code}`).toContain(true);
          // Monte Mario with the parameters of the region.
          const best = operations[0]!.xy;
          if (code === 'EPSG:3003' || code === 'EPSG:3004')
            expect(Math.hypot(x - best[0], y - best[1]), `${name} in ${code}`).toBeLessThan(
              operations[0]!.operation.includes(operationOf(code, [lon, lat]).names[0]!) ? 2e-3 : 10,
            );
          compared++;
        }
      }
      expect(compared).toBeGreaterThan(500);
    },
  );

  it('select the Monte Mario parameters by region', () => {
    const places: [string, number, number][] = [
      ['peninsula', 12.49, 41.9],
      ['sardinia', 9.12, 39.22],
      ['sicily', 13.36, 38.12],
      // Messina and Reggio di Calabria on the two sides of the strait; Punta del Faro and Villa San Giovanni.
      ['sicily', 15.554, 38.194],
      ['peninsula', 15.65, 38.11],
      ['sicily', 15.651, 38.267],
      ['peninsula', 15.637, 38.22],
      ['sicily', 15.1, 36.7],
      ['sicily', 12.61, 35.5],
      ['peninsula', 10.3, 42.75],
    ];
    for (const [region, longitude, latitude] of places)
      expect(regionOf([longitude, latitude]), `${longitude} ${latitude}`).toBe(region);
  });

  it('use the same parameters forward and inverse in Sicily and Sardinia', () => {
    for (const place of [
      [13.36, 38.12],
      [9.12, 39.22],
    ] as const) {
      const back = unproject('EPSG:3004', project('EPSG:3004', [...place]));
      expect(inverse([...place], back).distance).toBeLessThan(2e-3);
    }
  });

  it('do not swap coordinates for 6707: its axes are north, east, its numbers are those of 7791', () => {
    expect(project('EPSG:6707', [11, 45])).toEqual(project('EPSG:7791', [11, 45]));
    expect([crsOf('EPSG:6707')?.axes, crsOf('EPSG:7791')?.axes]).toEqual(['ne', 'en']);
  });

  it('can be added from a definition; an unknown one throws', () => {
    expect(() => project('EPSG:2056', [8, 46])).toThrow('EPSG:2056 is not known here');
    learnCrs({
      code: 'EPSG:2056',
      name: 'CH1903+ / LV95',
      proj4:
        '+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=2600000 +y_0=1200000 +ellps=bessel +towgs84=674.374,15.056,405.346,0,0,0,0 +units=m +no_defs',
      accuracy: 1,
    });
    // swisstopo: the old observatory of Bern is at 2600000, 1200000, which is 7°26′22.50″ E 46°57′08.66″ N in CH1903+
    // (Bessel) and 7.4386327° 46.9510827° in WGS84.
    const [east, north] = transform('EPSG:4326', 'EPSG:2056', [7.4386327, 46.9510827]);
    expect(Math.hypot(east - 2600000, north - 1200000)).toBeLessThan(1);
  });

  it('count to the west and south where the register does', () => {
    learnCrs({
      code: 'EPSG:2048',
      name: 'Hartebeesthoek94 / Lo19',
      proj4: '+proj=tmerc +lat_0=0 +lon_0=19 +k=1 +x_0=0 +y_0=0 +ellps=WGS84 +no_defs',
      accuracy: null,
      axes: 'en-',
      operations: [],
    });
    // `cs2cs` 9.1.1 EPSG:4326 EPSG:2048 at 31.63° S 18.995° E.
    const [west, south] = project('EPSG:2048', [18.995, -31.63]);
    expect(Math.hypot(west - 474.3531491869338, south - 3500825.5209269095)).toBeLessThan(1e-4);
    expect(inverse([18.995, -31.63], unproject('EPSG:2048', [west, south])).distance).toBeLessThan(1e-6);
  });
});

/** By the number of the operation `Monte Mario to WGS 84`. */
function regionOf(place: readonly [number, number]): string {
  const name = operationOf('EPSG:3003', [...place]).names[0]!;
  return { '4': 'peninsula', '2': 'sardinia', '3': 'sicily' }[/\((\d+)\)/.exec(name)![1]!]!;
}
