import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ObjectDocument, type MapObject } from '#core/document';
import { direct, inverse } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { object } from '#core/testing';
import type { SpaceMeasureKind } from './kinds.ts';
import type { Meshes } from './meshes.ts';
import type { MeasureOptions } from './surroundings.ts';
import { formedGround } from '../ui/testing/formed-ground.ts';
import { take } from './measuring.ts';
import type { SpaceQuantity } from './values.ts';

const CENTRE: Position = [12.5, 42];
const CHOICES: MeasureOptions = {
  eye: 1.7,
  target: 0,
  base: undefined,
  baseTerrain: undefined,
  accuracy: undefined,
};
/** Another terrain, level at 0 m. */
const BEFORE = { id: 'b', name: 'Before' };

/** East and north of the centre, metres; heights stay. */
function at(east: number, north: number, height?: number, centre = CENTRE): Position {
  const [x, y] = direct(direct(centre, 90, east), 0, north);
  return height === undefined ? [x, y] : [x, y, height];
}
/** Distance from the centre, metres. */
const away = (place: Position): number => inverse(CENTRE, place).distance;
const northOf = (place: Position): number =>
  inverse([place[0], CENTRE[1]], place).distance * Math.sign(place[1] - CENTRE[1]);

/** A ground of known form: `undefined` where the terrain ends. */
type GroundFunction = (place: Position) => number | undefined;
function measured(
  kind: SpaceMeasureKind,
  vertices: Position[],
  form?: GroundFunction,
  choices: Partial<MeasureOptions> = {},
  objects: MapObject[] = [],
  meshes?: Meshes,
) {
  const document = new ObjectDocument('p');
  document.apply(
    objects.map((after) => ({ id: after.id, before: undefined, after })),
    'load',
  );
  return take(kind, vertices, {
    ground: {
      ...formedGround((place) => form?.(place), 1, [BEFORE]),
      describe: () => form && { name: 'Form', resolution: 1, source: 'ellipsoid' },
    },
    document,
    meshes,
    shown: () => true,
    choices: { ...CHOICES, ...choices },
    signal: new AbortController().signal,
  });
}
async function valuesOf(...args: Parameters<typeof measured>) {
  const { values, notes } = await measured(...args);
  const valueOf = (quantity: SpaceQuantity) => values.find((one) => one.quantity === quantity);
  return { notes, valueOf, of: (quantity: SpaceQuantity) => valueOf(quantity)?.amount };
}
/**
 * Lines of GeographicLib's own test set, accurate to a nanometre: latitude, longitude and azimuth of both ends,
 * metres.
 */
const LINES = join(import.meta.dirname, '../../../../../shared/data/measure/GeodTest-50.dat');
/** 1 m of rise for 10 m northwards, 100 m at the centre. */
const RAMP: GroundFunction = (place) => 100 + northOf(place) / 10;
/** 50 m high at the centre, 0 m at a distance of 100 m. */
const CONE: GroundFunction = (place) => Math.max(0, 50 - away(place) / 2);

describe('A distance', () => {
  it('has a horizontal, a vertical and a slope component', async () => {
    const { of } = await valuesOf('distance', [at(0, 0, 100), at(0, 400, 400)]);
    expect(of('horizontal')).toBeCloseTo(400, 3);
    expect(of('vertical')).toBe(300);
    // 3 · 4 · 5, with the horizontal side at 250 m on average longer by 250 / 6.37e6: 16 mm of 400 m, 13 mm of 500 m.
    expect(of('slopeDistance')).toBeGreaterThan(500);
    expect(of('slopeDistance')).toBeLessThan(500.02);
    // atan(3/4).
    expect(of('inclination')).toBeCloseTo(36.8699, 3);
  });

  it.skipIf(!existsSync(LINES))('matches GeographicLib, up to the other side of the earth', async () => {
    for (const line of readFileSync(LINES, 'utf8').trim().split('\n')) {
      const [lat1, lon1, , lat2, lon2, , metres] = line.split(' ').map(Number);
      const { of } = await valuesOf('distance', [[lon1!, lat1!, 20], [lon2!, lat2!, 95]]); // prettier-ignore
      expect(Math.abs(of('horizontal')! - metres!)).toBeLessThan(1e-6);
      expect(of('vertical')).toBe(75);
    }
  });

  it('is only horizontal where heights are unknown, and says so', async () => {
    const { of, notes } = await valuesOf('distance', [at(0, 0), at(30, 0, 5)]);
    expect(of('horizontal')).toBeCloseTo(30, 6);
    expect(of('slopeDistance')).toBeUndefined();
    expect(notes).toEqual(['no-terrain', 'no-heights']);
  });

  it('is the same across two UTM zones: no plane is involved', async () => {
    const [a, b]: Position[] = [[11.9995, 45, 10], [12.0005, 45, 10]]; // prettier-ignore
    const { of } = await valuesOf('distance', [a!, b!]);
    expect(of('horizontal')).toBeCloseTo(inverse(a!, b!).distance, 9);
  });

  it('crosses the antimeridian by the shorter way', async () => {
    const { of } = await valuesOf('distance', [[179.999, 0, 0], [-179.999, 0, 0]]); // prettier-ignore
    // 0.002° of the equator: 0.002 · π/180 · 6,378,137 m = 222.639 m; the chord is shorter by less than a micrometre.
    expect(of('horizontal')).toBeCloseTo(222.639, 3);
    expect(of('slopeDistance')).toBeCloseTo(222.639, 3);
  });

  it('along the ground follows its rise', async () => {
    const { of } = await valuesOf('distance', [at(0, 0), at(0, 1000)], RAMP);
    // √(1000² + 100²) = 1004.988; at 150 m above the ellipsoid on average longer by 150 / 6.37e6 of 1 km: 24 mm.
    expect(of('alongGround')).toBeCloseTo(1004.988 + 0.024, 2);
    expect(of('vertical')).toBeCloseTo(100, 3);
  });

  it('of several segments adds them up', async () => {
    const { of } = await valuesOf('distance', [at(0, 0, 0), at(30, 0, 0), at(30, 0, 40)]);
    expect(of('slopeDistance')).toBeCloseTo(70, 5);
    expect(of('vertical')).toBe(40);
  });
});

describe('A height', () => {
  it('above the ground is that of the position minus that of the terrain', async () => {
    const { of } = await valuesOf('height', [at(0, 100, 135)], RAMP);
    // The ramp is at 110 m there.
    expect(of('aboveGround')).toBeCloseTo(25, 6);
    expect(of('groundHeight')).toBeCloseTo(110, 6);
  });

  it('above the ground is unavailable without terrain, but the height of the object is given', async () => {
    const { of, notes } = await valuesOf('height', [at(0, 0, 135)]);
    expect(of('aboveGround')).toBeNaN();
    expect(of('ellipsoidal')).toBe(135);
    expect(notes).toEqual(['no-terrain']);
  });

  it('of a position is ellipsoidal and above the geoid, which at Rome is 48 m above the ellipsoid', async () => {
    const { of, valueOf } = await valuesOf('point', [[12.4924, 41.8902, 70]]);
    expect(valueOf('orthometric')).toMatchObject({ how: 'geoid', model: 'EGM96' });
    expect(of('ellipsoidal')).toBe(70);
    // EGM96 at 41.89° N, 12.49° E: 48.5 m (NGA's calculator, to a few decimetres).
    expect(70 - of('orthometric')!).toBeCloseTo(48.5, 0);
  });
});

describe('An area', () => {
  const wall = [at(0, 0, 0), at(20, 0, 0), at(20, 0, 8), at(0, 0, 8)];

  it('of a façade is that of the wall, and zero in plan', async () => {
    const { of } = await valuesOf('area', wall);
    expect(of('areaInSpace')).toBeCloseTo(160, 2);
    expect(of('horizontalArea')).toBeLessThan(0.001);
  });

  it('of a roof is larger than in plan because of its slope', async () => {
    // 30 m by 40 m in plan, rising 40 m northwards: 30 · √(40² + 40²) = 1697.056 m².
    const { of } = await valuesOf('area', [at(0, 0, 0), at(30, 0, 0), at(30, 40, 40), at(0, 40, 40)]);
    expect(of('horizontalArea')).toBeCloseTo(1200, 2);
    expect(of('areaInSpace')).toBeCloseTo(1697.06, 1);
    expect(of('unevenness')).toBeUndefined();
  });

  it('that is not planar gives the deviation from the plane', async () => {
    const { of, notes } = await valuesOf('area', [at(0, 0, 0), at(30, 0, 0), at(30, 30, 4), at(0, 30, 0)]);
    // One corner of a square is 4 m up: the plane through the centre is 1 m from all four vertically, and less
    // perpendicularly.
    expect(of('unevenness')).toBeCloseTo(1 / Math.hypot(1, 4 / 60, 4 / 60), 2);
    expect(notes).toContain('uneven');
  });

  it('on a ramp is larger by √(1 + 0.1²)', async () => {
    const { of } = await valuesOf('area', [at(0, 0), at(100, 0), at(100, 100), at(0, 100)], RAMP);
    expect(of('groundArea')! / of('horizontalArea')!).toBeCloseTo(Math.sqrt(1.01), 5);
  });
});

describe('An angle', () => {
  it('has different values in 3D and in plan', async () => {
    // Two wires 10 m long in plan at right angles, both rising 10 m: cos = (10 · 10) / 200, 60°.
    const { of } = await valuesOf('angle', [at(10, 0, 10), at(0, 0, 0), at(0, 10, 10)]);
    expect(of('angleInSpace')).toBeCloseTo(60, 3);
    expect(of('horizontalAngle')).toBeCloseTo(90, 4);
  });
  it('is unavailable where a side has no length', async () => {
    const { of } = await valuesOf('angle', [at(0, 0, 0), at(0, 0, 0), at(0, 10, 0)]);
    expect(of('angleInSpace')).toBeNaN();
  });
});

describe('A slope', () => {
  it('is that of the plane through the points, with its aspect', async () => {
    // Rising northwards by a tenth: atan 0.1 = 5.7106°, down to the south.
    const { of } = await valuesOf('slope', [at(0, 0, 100), at(50, 0, 100), at(50, 50, 105), at(0, 50, 105)]);
    expect(of('slope')).toBeCloseTo(5.7106, 3);
    expect(of('grade')).toBeCloseTo(10, 3);
    expect(of('aspect')).toBeCloseTo(180, 2);
  });
  it('of a façade is vertical', async () => {
    const { of } = await valuesOf('slope', [at(0, 0, 0), at(20, 0, 0), at(20, 0, 8)]);
    expect(of('slope')).toBeCloseTo(90, 3);
    expect(of('grade')).toBeNaN();
  });
  it('of the ground is measured with one point on it', async () => {
    const { of } = await valuesOf('point', [at(0, 30)], RAMP);
    expect(of('slope')).toBeCloseTo(5.7106, 2);
    expect(of('aspect')).toBeCloseTo(180, 1);
  });
  it('of rough ground says how sure it is', async () => {
    // A step of 1 m between north and south on a rise of 0.1: residuals of the fitted plane are 1/3 and 1/6 m.
    const step: GroundFunction = (place) => northOf(place) / 10 + (northOf(place) > 30.5 ? 1 : 0);
    const { valueOf } = await valuesOf('point', [at(0, 30)], step);
    // Columns of 0, 0, 1: a plane of slope 0.5 leaves 1/6, −1/3, 1/6, squares of 1/6 a column, 1/2 in all; with six
    // degrees of freedom 0.289 m, and a gradient sure to 0.289 / √6 = 0.118. With Horn's rise of 0.6: 1 + 0.36.
    expect(valueOf('slope')!.within).toBeCloseTo((0.1179 / 1.36) * (180 / Math.PI), 1);
    expect(valueOf('aspect')!.within).toBeCloseTo((0.1179 / 0.6) * (180 / Math.PI), 0);
  });
});

describe('A profile', () => {
  it('over a cone goes up and down 50 m, and has its height at every step', async () => {
    const { profile, values } = await measured('profile', [at(-200, 0), at(0, 0), at(200, 0)], CONE);
    const of = (quantity: SpaceQuantity) => values.find((one) => one.quantity === quantity)!.amount;
    expect(of('ascent')).toBeCloseTo(50, 1);
    expect(of('descent')).toBeCloseTo(50, 1);
    // Half a metre per metre: atan 0.5.
    expect(of('steepest')).toBeCloseTo(26.565, 1);
    for (const { place, height } of profile!.ground) expect(height).toBeCloseTo(CONE(place)!, 9);
    expect(Math.max(...profile!.ground.map(({ height }) => height!))).toBeGreaterThan(49.4);
  });

  it('intersects objects above it, at their height there', async () => {
    // A wire across the line, 20 m high on one side and 30 m on the other.
    const wire = object('wire', { type: 'LineString', coordinates: [at(100, -50, 20), at(100, 50, 30)] });
    const { profile } = await measured('profile', [at(0, 0), at(200, 0)], undefined, {}, [wire]);
    expect(profile!.objects).toHaveLength(1);
    expect(profile!.objects[0]!.distance).toBeCloseTo(100, 1);
    expect(profile!.objects[0]!.height).toBeCloseTo(25, 2);
  });

  it('that leaves the terrain says so and gives no length along it', async () => {
    const ends: GroundFunction = (place) => (place[0] > CENTRE[0] ? undefined : 10);
    const { of, notes } = await valuesOf('profile', [at(-50, 0), at(50, 0)], ends);
    expect(of('alongGround')).toBeNaN();
    expect(notes).toContain('gaps');
  });
});

describe('A volume', () => {
  const square = (half: number, height?: number) =>
    [[-half, -half], [half, -half], [half, half], [-half, half]].map(([e, n]) => at(e!, n!, height)); // prettier-ignore

  it('of a cone over its base is a third of base times height', async () => {
    const { of } = await valuesOf('volume', square(120), CONE, { base: 0 });
    // π · 100² · 50 / 3 = 523,599 m³; to a thousandth with 40,000 cells.
    expect(of('above')! / 523_599).toBeCloseTo(1, 2);
    expect(of('below')).toBe(0);
  });

  it('of a ramp over its middle height has equal cut and fill', async () => {
    const { of } = await valuesOf('volume', square(50), RAMP, { base: 100 });
    // 100 m by 50 m, 5 m high at the edge: 12,500 m³ on each side.
    expect(of('above')! / 12_500).toBeCloseTo(1, 2);
    expect(of('below')! / 12_500).toBeCloseTo(1, 2);
    expect(Math.abs(of('net')!)).toBeLessThan(50);
  });

  it('over the plane of its own outline is zero where the ground is that plane', async () => {
    const { of } = await valuesOf('volume', square(50), RAMP);
    // A millimetre over 10,000 m².
    expect(Math.abs(of('above')!) + Math.abs(of('below')!)).toBeLessThan(10);
  });

  it('is computed over every cell, with what it may be off by', async () => {
    const { valueOf, notes } = await valuesOf('volume', square(50), RAMP, { base: 100, accuracy: 0.2 });
    // 0.25 m³ of the edge, and 0.2 m over 10,000 m².
    expect(valueOf('net')).toMatchObject({ how: 'cells' });
    expect(valueOf('net')!.within).toBeCloseTo(2_000, 0);
    expect(notes).toEqual(['with-accuracy']);
    expect((await valuesOf('volume', square(50), RAMP, { base: 100 })).notes).toEqual(['edge-only']);
  });

  it('is above another terrain if that is the base, and unknown once that is gone', async () => {
    const { values, under } = await measured('volume', square(50), RAMP, { baseTerrain: BEFORE.id, base: 3 });
    // A ramp at 100 m on average, over 0 m.
    expect(values[0]!.amount / 1e6).toBeCloseTo(1, 2);
    expect(under).toBe('Before');
    const gone = await valuesOf('volume', square(50), RAMP, { baseTerrain: 'gone' });
    expect([gone.of('net'), gone.notes]).toEqual([NaN, ['no-base']]);
  });

  it('without terrain is that of the prism between the outline and a base', async () => {
    const { of, notes } = await valuesOf('volume', square(10, 108), undefined, { base: 100 });
    expect(of('above')).toBeCloseTo(3200, 0);
    expect(notes).toEqual(['no-terrain']);
  });

  it('is unknown without ground and base', async () => {
    expect((await valuesOf('volume', square(10, 108))).of('net')).toBeNaN();
    expect((await valuesOf('volume', [at(0, 0, 0), at(9, 0, 0), at(9, 0, 9)], RAMP)).notes).toContain(
      'upright',
    );
  });
});

describe('A viewshed', () => {
  it('on a plain covers all of it, at distances where the earth is flat', async () => {
    const { of } = await valuesOf('viewshed', [at(0, 0), at(500, 0)], () => 20);
    expect(of('seenShare')).toBeCloseTo(100, 6);
    // 80 samples on each of 120 rays: 500 / 80, and 2 pi 500 / 120 at the edge.
    expect(of('sampleAlong')).toBeCloseTo(6.25, 6);
    expect(of('sampleAcross')).toBeCloseTo(26.18, 2);
    expect(of('seenArea')! / (Math.PI * 500 * 500)).toBeCloseTo(1, 3);
  });

  it('behind a surrounding wall is empty', async () => {
    // From 1.7 m, a wall 20 m high in the ring from 100 m to 110 m: of the circle of 500 m at most 110² / 500² is
    // visible.
    const { of } = await valuesOf('viewshed', [at(0, 0), at(500, 0)], (place) =>
      away(place) > 100 && away(place) < 110 ? 20 : 0,
    );
    expect(of('seenShare')).toBeGreaterThan(100 * (100 / 500) ** 2 - 0.6);
    expect(of('seenShare')).toBeLessThan(100 * (112.5 / 500) ** 2);
  });

  it('from the top of a cone covers all of it: its side falls evenly', async () => {
    const { of } = await valuesOf('viewshed', [at(0, 0), at(90, 0)], CONE);
    expect(of('seenShare')).toBeCloseTo(100, 6);
  });

  it('at sea ends at the horizon', async () => {
    // With k = 0.13 the horizon of an eye 10 m high is √(2 · 6371 km · 10 m / 0.87) = 12.1 km away.
    const { of } = await valuesOf('viewshed', [at(0, 0), at(20_000, 0)], () => 0, { eye: 10 });
    expect(of('seenShare')! / (100 * (12.1 / 20) ** 2)).toBeCloseTo(1, 1);
  });

  it('is unavailable without terrain', async () => {
    const { of, notes } = await valuesOf('viewshed', [at(0, 0, 5), at(100, 0)]);
    expect(of('seenArea')).toBeNaN();
    expect(notes).toContain('no-terrain');
  });
});

describe('3D Tiles that are shown', () => {
  const RING = [at(-30, -30), at(30, -30), at(30, 30), at(-30, 30)];
  const READ = [{ id: 'r', name: 'Rome', triangles: 12, error: 0, unread: 0 }];
  const surface = (meshed: number): Meshes => ({
    left: 0,
    volumeWithin: () =>
      Promise.resolve({
        net: 16_000,
        above: 16_000,
        below: 0,
        uncertainty: 2,
        area: 3_600,
        surfaceArea: 3_600,
        missing: 0,
        cells: 1_440_000,
        cell: 0.05,
        cellsOf: meshed > 0 ? 'surface' : 'model',
        meshed,
        sets: READ,
      }),
    // Only the first place of each ray is seen.
    viewshedFrom: (_, { rays, steps }) =>
      Promise.resolve({ seen: `1${'0'.repeat(steps - 1)}`.repeat(rays), gaps: true, sets: READ }),
  });

  it('are part of the surface of a volume, with and without a terrain, and the answer names them', async () => {
    for (const form of [() => 5, undefined]) {
      const read = await measured('volume', RING, form, { base: 0 }, [], surface(0.25));
      const net = read.values.find(({ quantity }) => quantity === 'net');
      expect(net).toMatchObject({ amount: 16_000, how: 'surface', within: 2 });
      expect(read).toMatchObject({ sets: READ, meshed: 0.25, cells: { cellsOf: 'surface' } });
    }
    const beside = await measured('volume', RING, () => 5, { base: 0 }, [], surface(0));
    expect(beside.values[0]!.how).toBe('cells');
  });

  it('hide and are seen in a viewshed', async () => {
    const read = await measured('viewshed', [at(0, 0, 1), at(80, 0)], undefined, {}, [], surface(1));
    // Of 80 equal steps the first has 1 / 80² of the circle.
    const share = read.values.find(({ quantity }) => quantity === 'seenShare');
    expect(share!.amount).toBeCloseTo(100 / 6400, 9);
    expect(read.notes).toContain('surface-gaps');
    expect(read.sets).toEqual(READ);
  });
});
