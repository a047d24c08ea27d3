import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { crsOf, learnCrs, operationOf, project } from './index.ts';
import { loadProjections } from './crs.ts';

beforeAll(loadProjections);

/** As `crs.search` returns them. */
const learn = (code: string, name: string, proj4: string, accuracy: number | null) =>
  learnCrs({ code, name, proj4: `${proj4} +no_defs +type=crs`, accuracy });

describe('The operation to WGS84', () => {
  it('is the identity for systems on WGS84', () => {
    for (const code of ['EPSG:4326', 'EPSG:3857', 'EPSG:32632'])
      expect(operationOf(code)).toEqual({ kind: 'identity', names: [], accuracy: 0 });
  });

  it.each([
    ['EPSG:3003', [12.5, 42.6], 'Monte Mario to WGS 84 (4)'],
    ['EPSG:3003', [9.1, 39.2], 'Monte Mario to WGS 84 (2)'],
    ['EPSG:3004', [13.4, 38.1], 'Monte Mario to WGS 84 (3)'],
    ['EPSG:4265', [15.65, 38.11], 'Monte Mario to WGS 84 (4)'],
  ] as const)('of Monte Mario is that of the region: %s at %s by %s, to 4 m', (code, place, name) => {
    expect(operationOf(code, [...place])).toEqual({ kind: 'parameters', names: [name], accuracy: 4 });
  });

  it('of Monte Mario are those within its area if no place is given, as accurate as the worst', () => {
    const { names, accuracy } = operationOf('EPSG:3003');
    expect(names[0]).toBe('Monte Mario to WGS 84 (4)');
    expect(names).toContain('Monte Mario to WGS 84 (2)');
    // Those at sea are accurate to 10 m.
    expect(accuracy).toBe(10);
  });

  it.each([
    ['EPSG:7791', 'RDN2008 to WGS 84 (1)', 1],
    ['EPSG:25832', 'ETRS89 to WGS 84 (1)', 1],
    ['EPSG:3064', 'IGM95 to WGS 84 (1)', 1],
  ])('of %s is %s, to %d m as EPSG states it', (code, name, accuracy) => {
    expect(operationOf(code, [12, 43])).toEqual({ kind: 'parameters', names: [name], accuracy });
  });

  it.each([
    // `projinfo -s EPSG:4230 -t EPSG:4326` 9.1.1.
    ['ED50 to WGS 84 (1)', [16, 40], 10],
    ['ED50 to WGS 84 (2)', [12, 43], 6],
    ['ED50 to WGS 84 (28)', [2.9, 39.6], 1.5],
    ['ED50 to WGS 84 (25)', [9.5, 56], 1],
  ] as const)('of ED50 is the most accurate of the place: %s at %s, to %d m', (name, place, accuracy) => {
    expect(operationOf('EPSG:4230', [...place])).toEqual({ kind: 'parameters', names: [name], accuracy });
  });

  it('of an added system uses its parameters, with the stated accuracy or none', () => {
    learn('EPSG:31467', 'DHDN / 3-degree Gauss-Kruger zone 3', '+proj=tmerc +lat_0=0 +lon_0=9 +k=1 +x_0=3500000 +y_0=0 +ellps=bessel +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7 +units=m', 3); // prettier-ignore
    expect(operationOf('EPSG:31467')).toEqual({ kind: 'parameters', names: [], accuracy: 3 });
    learn('EPSG:26910', 'NAD83 / UTM zone 10N', '+proj=utm +zone=10 +datum=NAD83 +units=m', null);
    expect(operationOf('EPSG:26910')).toEqual({ kind: 'parameters', names: [], accuracy: undefined });
  });

  it('is a ballpark without parameters, with zero parameters on another ellipsoid, and if a grid is missing', () => {
    learn('EPSG:3375', 'GDM2000 / Peninsula RSO', '+proj=omerc +no_uoff +lat_0=4 +lonc=102.25 +alpha=323.025796466667 +gamma=323.130102361111 +k=0.99984 +x_0=804671 +y_0=0 +ellps=GRS80 +units=m', null); // prettier-ignore
    learn('EPSG:4751', 'Kertau (RSO)', '+proj=longlat +ellps=evrst69 +towgs84=0,0,0,0,0,0,0', null);
    learn('EPSG:3300', 'A system of a grid without parameters', '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +nadgrids="National Grid 2.gsb" +units=m', 1); // prettier-ignore
    learn('EPSG:26710', 'NAD27 / UTM zone 10N', '+proj=utm +zone=10 +datum=NAD27 +units=m', 10);
    for (const code of ['EPSG:3375', 'EPSG:4751', 'EPSG:3300', 'EPSG:26710'])
      expect(operationOf(code), code).toEqual({ kind: 'ballpark', names: [], accuracy: undefined });
  });

  it('of a missing grid still projects, like a ballpark of PROJ', () => {
    // `proj` 9.1.1 on Airy's ellipsoid, without datum shift.
    const [east, north] = project('EPSG:3300', [-2, 52]);
    expect(east).toBeCloseTo(400000, 3);
    expect(north).toBeCloseTo(233553.7313, 3);
  });
});

const TRUTH = join(import.meta.dirname, '../../../shared/data/measure/italian-crs.json');

describe.skipIf(!existsSync(TRUTH))('The operation returned', () => {
  it('is one that PROJ offers at 36 Italian places in each bundled system, with its accuracy', () => {
    const { points } = JSON.parse(readFileSync(TRUTH, 'utf8')) as {
      points: {
        lon: number;
        lat: number;
        targets: Record<string, { operation: string; accuracy_m: number }[]>;
      }[];
    };
    let compared = 0;
    for (const { lon, lat, targets } of points)
      for (const [code, offered] of Object.entries(targets)) {
        if (!crsOf(code)) continue;
        const { kind, names, accuracy } = operationOf(code, [lon, lat]);
        const sardinia = operationOf('EPSG:3003', [lon, lat]).names[0] === 'Monte Mario to WGS 84 (2)';
        // Zone 2 is not used in Sardinia: PROJ has no operation for it there and uses that of the peninsula.
        if (code === 'EPSG:3004' && sardinia) continue;
        if (kind === 'identity') {
          expect(offered[0]!.accuracy_m, code).toBe(0);
          continue;
        }
        const named = offered.find(({ operation }) => operation.includes(names[0]!));
        if (named) {
          expect(named.accuracy_m, `${code} ${names[0]}`).toBe(accuracy);
          compared++;
        }
      }
    expect(compared).toBeGreaterThan(400);
  });
});
