import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GridFault, inverse, ShiftGrid } from './index.ts';
import { gsb, type TestSubGrid } from '../../tests/gsb.ts';

/**
 * Shifts that are linear along both axes: interpolation between nodes is exact, up to the single precision of the
 * file.
 */
const plain = (longitude: number, latitude: number) =>
  [2 + 0.5 * (latitude - 42), -1 - 0.25 * (longitude - 12)] as const;
const UMBRIA: TestSubGrid = {
  name: 'UMBRIA',
  west: 12,
  south: 42,
  east: 13,
  north: 43,
  step: 0.25,
  shift: plain,
};
/** Shifted one arc second more to the north than its parent. */
const TERNI: TestSubGrid = {
  name: 'TERNI',
  parent: 'UMBRIA',
  west: 12.5,
  south: 42.5,
  east: 12.75,
  north: 42.75,
  step: 0.05,
  shift: (longitude, latitude) => [plain(longitude, latitude)[0] + 1, plain(longitude, latitude)[1]],
};

describe('A shift grid', () => {
  it.each([['little'], ['big']])('interpolates the shift between four nodes, in %s-endian files', (order) => {
    const grid = new ShiftGrid(gsb({ grids: [UMBRIA], bigEndian: order === 'big' }));
    const [longitude, latitude] = grid.shift(12.1, 42.3)!;
    // North: 2″ + 0.5″ · 0.3 = 2.15″; west: −1″ − 0.25″ · 0.1 = −1.025″, which is to the east.
    expect((latitude - 42.3) * 3600).toBeCloseTo(2.15, 6);
    expect((longitude - 12.1) * 3600).toBeCloseTo(1.025, 6);
  });

  it('uses the finest sub-grid that contains a place, whatever its position in the file', () => {
    for (const grids of [
      [UMBRIA, TERNI],
      [TERNI, UMBRIA],
    ]) {
      const grid = new ShiftGrid(gsb({ grids }));
      // 2″ + 0.5″ · 0.6 + 1″ inside, 2″ + 0.5″ · 0.6 outside.
      expect((grid.shift(12.6, 42.6)![1] - 42.6) * 3600).toBeCloseTo(3.3, 6);
      expect((grid.shift(12.9, 42.6)![1] - 42.6) * 3600).toBeCloseTo(2.3, 6);
    }
  });

  it('covers its outermost lines and corners, and nothing beyond them', () => {
    const grid = new ShiftGrid(gsb({ grids: [UMBRIA] }));
    for (const [x, y] of [
      [12, 42],
      [13, 43],
      [12.4, 43],
      [13, 42.9],
    ] as const)
      expect((grid.shift(x, y)![1] - y) * 3600).toBeCloseTo(plain(x, y)[0], 6);
    expect(grid.shift(11.9999, 42.5)).toBeUndefined();
    expect(grid.shift(12.5, 43.0001)).toBeUndefined();
    expect(grid.unshift(12.5, 44)).toBeUndefined();
  });

  it('inverts the shift of every place, also at the edges', () => {
    const grid = new ShiftGrid(gsb({ grids: [UMBRIA, TERNI] }));
    for (let x = 12; x <= 13; x += 0.125)
      for (const y of [42, 42.001, 42.4, 42.61, 43]) {
        const back = grid.unshift(...grid.shift(x, y)!);
        expect(back, `${x} ${y}`).toBeDefined();
        // The tolerance is a tenth of a millimetre; this is a hundredth.
        expect(inverse([x, y], back!).distance, `${x} ${y}`).toBeLessThan(1e-5);
      }
  });

  it('reports its source ellipsoid, area, sub-grids and nodes', () => {
    const grid = new ShiftGrid(gsb({ grids: [UMBRIA, TERNI] }));
    expect(grid.from).toMatchObject({ name: 'OLD', a: 6378388 });
    expect(grid.area.map((side) => Math.round(side * 1e9) / 1e9)).toEqual([12, 42, 13, 43]);
    // 5 · 5 nodes and 6 · 6.
    expect([grid.subGrids, grid.nodes]).toEqual([2, 61]);
  });
});

describe('A file that is not a grid', () => {
  const whole = () => gsb({ grids: [UMBRIA] });
  const changed = (change: (view: DataView) => void): ArrayBuffer => {
    const bytes = whole();
    change(new DataView(bytes));
    return bytes;
  };
  /** Offset of a record in the sub-grid header, which follows the eleven records of the file header. */
  const field = (record: number) => (11 + record) * 16 + 8;
  it.each<[string, GridFault['reason'], () => ArrayBuffer]>([
    ['is empty', 'no-ntv2', () => new ArrayBuffer(0)],
    ['is a picture', 'no-ntv2', () => new TextEncoder().encode('\u0089PNG'.padEnd(600, 'x')).buffer],
    ['has shifts in degrees', 'unit', () => gsb({ grids: [UMBRIA], unit: 'DEGREES' })],
    ['is truncated', 'cut-short', () => whole().slice(0, 700)],
    ['claims two thousand million sub-grids', 'no-ntv2', () => changed((v) => v.setInt32(40, 2e9, true))],
    ['claims one sub-grid more than it has', 'cut-short', () => changed((v) => v.setInt32(40, 2, true)).slice(0, -16)],
    ['has far too many nodes', 'sub-grid', () => changed((v) => v.setFloat64(field(8), 1e-9, true))],
    ['has a step of zero', 'sub-grid', () => changed((v) => v.setFloat64(field(9), 0, true))],
    ['has a bound that is not a number', 'sub-grid', () => changed((v) => v.setFloat64(field(4), NaN, true))],
    ['has a count of nodes that does not match its bounds', 'sub-grid', () => changed((v) => v.setInt32(field(10), 24, true))],
    ['has a node that is not a number', 'shift', () => changed((v) => v.setFloat32((22 + 7) * 16, NaN, true))],
    ['shifts by more than a degree', 'shift', () => changed((v) => v.setFloat32((22 + 7) * 16 + 4, 3601, true))],
    ['has a missing parent sub-grid', 'sub-grid', () => gsb({ grids: [{ ...UMBRIA, parent: 'ITALY' }] })],
    ['is its own parent', 'sub-grid', () => gsb({ grids: [{ ...UMBRIA, parent: 'UMBRIA' }] })],
  ])('is rejected because it %s', (_why, reason, make) => {
    let fault: unknown;
    try {
      new ShiftGrid(make());
    } catch (thrown) {
      fault = thrown;
    }
    expect(fault).toBeInstanceOf(GridFault);
    expect((fault as GridFault).reason).toBe(reason);
  }); // prettier-ignore
});

/** The grid of the German survey, as installed by the Debian package proj-data. */
const BETA2007 = '/usr/share/proj/BETA2007.gsb';

/** Test points published by the survey in both datums, from PROJ's tests. */
const GIVEN = join(import.meta.dirname, '../../../shared/data/measure/proj/gie-DHDN_ETRS89.gie');

function beta2007(): ShiftGrid {
  const { buffer, byteOffset, byteLength } = readFileSync(BETA2007);
  return new ShiftGrid(buffer.slice(byteOffset, byteOffset + byteLength));
}

describe.skipIf(!existsSync(BETA2007))('The grid BETA2007', () => {
  it.skipIf(!existsSync(GIVEN))(
    'agrees with the test points of its survey to a millimetre, in both directions',
    () => {
      const grid = beta2007();
      const pairs = [
        ...readFileSync(GIVEN, 'utf8').matchAll(/^(accept|expect) +(\S+) +(\S+) +# *(\w+?)_Lat-Lon/gm),
      ];
      const places = pairs.map(([, , x, y, datum]) => ({
        datum,
        place: [Number(x), Number(y)] as [number, number],
      }));
      let compared = 0;
      for (let i = 0; i + 1 < places.length; i += 2) {
        const [from, to] = [places[i]!, places[i + 1]!];
        const found = from.datum === 'DE_DHDN' ? grid.shift(...from.place) : grid.unshift(...from.place);
        expect(inverse(found!, to.place).distance, String(from.place)).toBeLessThan(1e-3);
        compared++;
      }
      expect(compared).toBeGreaterThan(60);
    },
  );

  it('agrees with PROJ', () => {
    const grid = beta2007();
    // `cct -d 12 +proj=pipeline +step +proj=unitconvert +xy_in=deg +xy_out=rad +step +proj=hgridshift
    // +grids=BETA2007.gsb +step +proj=unitconvert +xy_in=rad +xy_out=deg`, PROJ 9.1.1.
    const places: [[number, number], [number, number]][] = [
      [
        [9.5, 51.25],
        [9.498866609961, 51.248715473579],
      ],
      [
        [13.4, 52.52],
        [13.398256280219, 52.51859199092],
      ],
      [
        [7.1, 47.9],
        [7.099255779561, 47.899071973685],
      ],
      [
        [11.58, 48.14],
        [11.578618710782, 48.139085456776],
      ],
    ];
    for (const [from, to] of places) {
      expect(inverse(grid.shift(...from)!, to).distance).toBeLessThan(1e-5);
      expect(inverse(grid.unshift(...to)!, from).distance).toBeLessThan(1e-5);
    }
  });
});
