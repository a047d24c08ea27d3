import { execFileSync, spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  heightsOf,
  learnCrs,
  loadCrs,
  loadVerticalCrs,
  locate,
  placingOf,
  UNMOVED,
  verticalCrsOf,
  type Triple,
} from './index.ts';
import { gtxOf, useGrids } from './index.ts';

const hasProj = spawnSync('cs2cs', ['--version']).error === undefined;

/** What PROJ's program answers, a line of three numbers each. */
function cs2cs(from: string, to: string, places: readonly Triple[]): number[][] {
  const input = places.map((place) => place.join(' ')).join('\n');
  const args = ['-f', '%.12f', ...from.split(' '), '+to', ...to.split(' ')];
  const answer = execFileSync('cs2cs', args, { input, encoding: 'utf8' });
  return answer
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
}

const UTM = '+proj=utm +zone=33 +datum=WGS84';
const DEGREES = '+proj=longlat +datum=WGS84';
const SPACE = '+proj=geocent +datum=WGS84';

/** Over the whole zone, from the coast of Africa to Norway. */
const PLACES: readonly Triple[] = Array.from({ length: 60 }, (_, i) => [
  200_000 + ((i * 7919) % 600_000),
  3_700_000 + ((i * 104_729) % 3_500_000),
  ((i * 37) % 900) - 20,
]);

beforeAll(async () => {
  learnCrs({ code: 'EPSG:32633', name: 'UTM 33N', proj4: `${UTM} +units=m +no_defs`, accuracy: 0 });
  await loadCrs('EPSG:32633');
  await loadVerticalCrs();
});

const turned = {
  from: [0, 0, 0],
  to: [500_000, 5_000_000, 100],
  turn: [30, 0, 0],
  scale: [2, 2, 1],
} as const;
const transform = {
  from: [...turned.from] as [number, number, number],
  to: [...turned.to] as [number, number, number],
  turn: [...turned.turn] as [number, number, number],
  scale: [...turned.scale] as [number, number, number],
};

describe.skipIf(!hasProj)('a place in a file, against PROJ', () => {
  it('has the longitude and latitude, and the geocentric coordinates, to a micrometre', async () => {
    const { toPosition, toSpace, fromPosition } = await locate(
      { crs: 'EPSG:32633', verticalCrs: null, transform },
      [0, 0, 0],
    );
    const { toMap, toLocal } = placingOf(transform);
    const degrees = cs2cs(UTM, DEGREES, PLACES);
    const space = cs2cs(UTM, SPACE, PLACES);
    for (const [i, place] of PLACES.entries()) {
      const local = toLocal(place);
      expect(Math.abs(toMap(local)[1] - place[1])).toBeLessThan(5e-9);
      const found = toPosition(local);
      // 1e-11 degrees are 1.1 µm; proj4js has the same series as PROJ.
      expect(Math.abs(found[0] - degrees[i]![0]!)).toBeLessThan(1e-11);
      expect(Math.abs(found[1] - degrees[i]![1]!)).toBeLessThan(1e-11);
      expect(found[2]).toBeCloseTo(place[2], 8);
      for (const axis of [0, 1, 2] as const)
        expect(Math.abs(toSpace(local)[axis] - space[i]![axis]!)).toBeLessThan(2e-6);
      const back = fromPosition(found);
      for (const axis of [0, 1, 2] as const) expect(Math.abs(back[axis] - local[axis])).toBeLessThan(1e-6);
    }
  });

  it('has the height above the ellipsoid by EGM96, also in US survey feet, to half a centimetre: the bundled grid has whole ones', async () => {
    const expected = cs2cs(`${UTM} +geoidgrids=egm96_15.gtx +vunits=m`, 'EPSG:4979', PLACES);
    const inFeet = cs2cs(`${UTM} +geoidgrids=egm96_15.gtx +vunits=us-ft`, 'EPSG:4979', PLACES);
    const metres = await locate(
      { crs: 'EPSG:32633', verticalCrs: 'EPSG:5773', transform: UNMOVED },
      PLACES[0]!,
    );
    // NAVD88 in US survey feet: the register's unit, here with the geoid that there is.
    const feet = await locate(
      { crs: 'EPSG:32633', verticalCrs: 'EPSG:6360', transform: UNMOVED },
      PLACES[0]!,
    );
    expect(metres.heights).toMatchObject({ geoid: 'EGM96', isOwn: true });
    expect(feet.heights).toMatchObject({ geoid: 'EGM96', isOwn: false });
    for (const [i, place] of PLACES.entries()) {
      expect(Math.abs(metres.toPosition(place)[2] - expected[i]![2]!)).toBeLessThan(0.0055);
      expect(Math.abs(feet.toPosition(place)[2] - inFeet[i]![2]!)).toBeLessThan(0.0055);
      expect(metres.fromPosition(metres.toPosition(place))[2]).toBeCloseTo(place[2], 8);
    }
  });
});

describe('heights of a vertical system', () => {
  it('are those of the register, with feet, and without depths', () => {
    expect(verticalCrsOf('EPSG:6360')).toMatchObject({
      name: 'NAVD88 height (ftUS)',
      metres: expect.closeTo(1200 / 3937, 15) as number,
    });
    // Black Sea depth
    expect(verticalCrsOf('EPSG:5336')).toBeUndefined();
  });

  it('use the geoid that was uploaded for their datum before all others', async () => {
    const flat = (height: number) =>
      gtxOf({
        west: 10,
        south: 40,
        eastStep: 1,
        northStep: 1,
        columns: 3,
        rows: 3,
        heights: new Float32Array(9).fill(height),
      });
    const offer = (id: string, datum: string, accuracy: number) =>
      ({ id, kind: 'geoid', name: id, datum, accuracy, crs: [], area: [10, 40, 12, 42] }) as const;
    useGrids([offer('other', 'Genoa 1942', 0.01), offer('own', 'NAVD88', 0.1)], ({ id }) =>
      Promise.resolve(flat(id === 'own' ? 30 : 40)),
    );
    try {
      const area = [11, 41, 11, 41] as const;
      const own = await heightsOf('EPSG:5703', area);
      expect(own).toMatchObject({ geoid: 'own', isOwn: true });
      expect(own.toEllipsoid(11, 41, 100)).toBe(130);
      // Without one of the datum the most accurate one there, and it is said.
      const unlike = await heightsOf('EPSG:5621', area);
      expect(unlike).toMatchObject({ geoid: 'other', isOwn: false });
      expect(unlike.toEllipsoid(11, 41, 100)).toBe(140);
    } finally {
      useGrids([], () => Promise.reject(new Error('none')));
    }
  });

  it('are ellipsoidal where no system is named', async () => {
    const heights = await heightsOf(null, [11, 41, 11, 41]);
    expect(heights.toEllipsoid(11, 41, 12.5)).toBe(12.5);
    expect(heights.vertical).toBeUndefined();
  });
});
