import { afterEach, describe, expect, it } from 'vitest';
import { useGrids } from './crs.ts';
import { geoidAt } from './geoid.ts';
import { GridFault, type GridArea } from './grid-fault.ts';
import { GeoidGrid, gtxOf } from './gtx.ts';

/**
 * Heights that rise by 2 m per degree eastwards and 3 m per degree northwards: interpolation between the nodes is
 * exact.
 */
function grid({ west = 10, south = 40, columns = 5, rows = 4, step = 0.5, at = plane } = {}): ArrayBuffer {
  const heights = Float32Array.from({ length: columns * rows }, (_, i) =>
    at(west + (i % columns) * step, south + Math.floor(i / columns) * step),
  );
  return gtxOf({ west, south, eastStep: step, northStep: step, columns, rows, heights });
}
function plane(longitude: number, latitude: number): number {
  return 2 * (longitude - 10) + 3 * (latitude - 40) + 30;
}

describe('The grid of a geoid', () => {
  it('interpolates heights between four nodes, up to its edge and not beyond', () => {
    const geoid = new GeoidGrid(grid());
    expect(geoid.area).toEqual([10, 40, 12, 41.5]);
    expect(geoid.nodes).toBe(20);
    // 2 · 0.6 + 3 · 0.7 + 30
    expect(geoid.height(10.6, 40.7)).toBeCloseTo(33.3, 5);
    // 2 · 2 + 3 · 1.5 + 30
    expect(geoid.height(12, 41.5)).toBeCloseTo(38.5, 5);
    expect(geoid.height(10, 40)).toBe(30);
    expect(geoid.height(12.001, 41)).toBeUndefined();
    expect(geoid.height(11, 39.999)).toBeUndefined();
  });

  it('is read as specified: big-endian, from the south, longitudes to the east', () => {
    const view = new DataView(grid());
    expect([0, 8, 16, 24].map((at) => view.getFloat64(at))).toEqual([40, 10, 0.5, 0.5]);
    expect([view.getInt32(32), view.getInt32(36), view.getFloat32(40), view.getFloat32(44)]).toEqual([
      4, 5, 30, 31,
    ]);
  });

  it('returns undefined next to a node without height', () => {
    const geoid = new GeoidGrid(grid({ at: (x, y) => (x === 10.5 && y === 40.5 ? NaN : 5) }));
    expect(geoid.height(10.7, 40.7)).toBeUndefined();
    expect(geoid.height(11.2, 40.2)).toBe(5);
  });

  it('accepts longitudes from 0° to 360°', () => {
    const geoid = new GeoidGrid(grid({ west: 350, at: (longitude) => longitude - 350 }));
    expect(geoid.area[0]).toBe(-10);
    expect(geoid.height(-9, 40.5)).toBeCloseTo(1, 5);
    expect(geoid.height(351, 40.5)).toBeCloseTo(1, 5);
  });

  it.each([
    ['repeats its first column', 73],
    ['does not', 72],
  ])('is continuous around the earth if it %s', (_what, columns) => {
    const at = (longitude: number) => 10 * Math.cos((longitude * Math.PI) / 180);
    const geoid = new GeoidGrid(grid({ west: 0, south: -90, columns, rows: 37, step: 5, at }));
    // The mean of 10 cos 355° and 10 cos 0°.
    expect(geoid.height(-2.5, 0)).toBeCloseTo((10 * Math.cos((5 * Math.PI) / 180) + 10) / 2, 5);
    expect(geoid.height(360 - 1e-12, 90)).toBeCloseTo(10, 5);
  });

  it('agrees with PROJ', () => {
    const wave = (longitude: number, latitude: number) =>
      45 + 3 * Math.sin(5 * longitude) + 2 * Math.cos(7 * latitude);
    const geoid = new GeoidGrid(
      grid({ west: 11.5, south: 42.5, columns: 21, rows: 17, step: 0.05, at: wave }),
    );
    // `cct` 9.1.1 +proj=vgridshift +multiplier=1 over the same grid.
    expect(geoid.height(12.123, 43.017)).toBeCloseTo(44.378022, 5);
    expect(geoid.height(12.4999, 42.5)).toBeCloseTo(42.860024, 5);
  });

  it.each<[string, ArrayBuffer, string]>([
    ['is empty', new ArrayBuffer(0), 'no-gtx'],
    ['is something else', new TextEncoder().encode('x'.repeat(400)).buffer, 'no-gtx'],
    ['is truncated', grid().slice(0, 100), 'cut-short'],
    ['has extra bytes', new Uint8Array([...new Uint8Array(grid()), 0]).buffer, 'no-gtx'],
    ['has heights in feet or of the ground', grid({ at: () => 512 }), 'geoid-height'],
    ['has no data', grid({ at: () => NaN }), 'geoid-empty'],
    ['extends beyond the pole', grid({ south: 89 }), 'no-gtx'],
  ])('is rejected if it %s', (_what, bytes, reason) => {
    let fault: unknown;
    try {
      new GeoidGrid(bytes);
    } catch (thrown) {
      fault = thrown;
    }
    expect(fault).toBeInstanceOf(GridFault);
    expect((fault as GridFault).reason).toBe(reason);
  });
});

describe('Uploaded geoids', () => {
  afterEach(() => useGrids([], () => Promise.reject(new Error('none'))));
  const offer = (name: string, accuracy: number, area: GridArea) =>
    ({ id: name, kind: 'geoid', name, accuracy, crs: [], area }) as const;

  it('are used within their areas, the most accurate first, and EGM96 outside', async () => {
    const files: Record<string, ArrayBuffer> = {
      wide: grid({ columns: 9, rows: 9, at: () => 7 }),
      fine: grid({ at: () => 8 }),
    };
    const requests: string[] = [];
    useGrids([offer('wide', 0.3, [10, 40, 14, 44]), offer('fine', 0.02, [10, 40, 12, 41.5])], ({ id }) => {
      requests.push(id);
      return Promise.resolve(files[id]!);
    });
    expect(await geoidAt(11, 41)).toEqual({ height: 8, model: 'fine' });
    expect(requests).toEqual(['fine']);
    expect(await geoidAt(13, 41)).toEqual({ height: 7, model: 'wide' });
    // NGA's computation (OUTPT.DAT of the distribution).
    const far = await geoidAt(102.448729, 46.874319);
    expect(far.model).toBe('EGM96');
    expect(Math.abs(far.height - -43.575)).toBeLessThan(0.07);
    await geoidAt(11.5, 41);
    expect(requests).toEqual(['fine', 'wide']);
  });

  it('are replaced by EGM96 if they cannot be fetched, and are requested again', async () => {
    let away = true;
    useGrids([offer('fine', 0.02, [10, 40, 12, 41.5])], () =>
      away ? Promise.reject(new Error('away')) : Promise.resolve(grid({ at: () => 8 })),
    );
    expect((await geoidAt(11, 41)).model).toBe('EGM96');
    away = false;
    expect(await geoidAt(11, 41)).toEqual({ height: 8, model: 'fine' });
  });
});
