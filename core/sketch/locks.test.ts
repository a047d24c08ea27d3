import { beforeAll, describe, expect, it } from 'vitest';
import { inverse, loadProjections, project } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { geodesic, heldBy, planeIn, type InputFrame, type Locks } from './index.ts';

const ROME: Position = [12.5, 41.9];
const POINTER: Position = [12.503, 41.902];
const ON_THE_ELLIPSOID: InputFrame = { metric: geodesic, crs: 'EPSG:4326' };
const held = (locks: Locks, frame = ON_THE_ELLIPSOID, pointer: Position = POINTER): Position =>
  heldBy(locks, pointer, ROME, frame)!;

describe('Typed values constrain the next vertex', () => {
  beforeAll(loadProjections);

  it('to a distance, in the direction of the pointer', () => {
    const arc = inverse(ROME, held({ distance: 100 }));
    expect(arc.distance).toBeCloseTo(100, 8);
    expect(arc.azimuth).toBeCloseTo(inverse(ROME, POINTER).azimuth, 8);
  });

  it('to an azimuth, at the distance of the pointer along it', () => {
    const { distance, azimuth } = inverse(ROME, held({ azimuth: 90 }));
    expect(azimuth).toBeCloseTo(90, 8);
    const direction = inverse(ROME, POINTER);
    expect(distance).toBeCloseTo(direction.distance * Math.sin((direction.azimuth * Math.PI) / 180), 6);
  });

  it('to both, wherever the pointer is', () => {
    const arc = inverse(ROME, held({ distance: 12.5, azimuth: 225 }));
    expect(arc.distance).toBeCloseTo(12.5, 8);
    expect(arc.azimuth).toBeCloseTo(225, 6);
  });

  it('to where a distance meets a longitude, on the side of the pointer', () => {
    for (const [pointer, side] of [
      [POINTER, 1],
      [[12.503, 41.898] as Position, -1],
    ] as const) {
      const place = held({ distance: 400, x: 12.502 }, ON_THE_ELLIPSOID, pointer);
      expect(place[0]).toBeCloseTo(12.502, 11);
      expect(inverse(ROME, place).distance).toBeCloseTo(400, 5);
      expect(Math.sign(place[1] - ROME[1])).toBe(side);
    }
  });

  it('to no position, where the distance does not reach', () => {
    expect(heldBy({ distance: 10, x: 12.6 }, POINTER, ROME, ON_THE_ELLIPSOID)).toBeUndefined();
  });

  it('in the plane of a projected system, with its north, eastings and northings', () => {
    const crs = 'EPSG:32633';
    const frame: InputFrame = { metric: planeIn(crs), crs };
    const [east, north] = project(crs, ROME);
    const [x, y] = project(crs, held({ distance: 50, azimuth: 30 }, frame));
    // 50 m × sin 30° = 25 m, 50 m × cos 30° = 43.3013 m.
    expect(x - east).toBeCloseTo(25, 6);
    expect(y - north).toBeCloseTo(43.30127019, 6);
    const [x2, y2] = project(crs, held({ azimuth: 45, y: north + 10 }, frame));
    expect([x2 - east, y2 - north].map((value) => value.toFixed(6))).toEqual(['10.000000', '10.000000']);
    const [x3] = project(crs, held({ x: 290_000 }, frame));
    expect(x3).toBeCloseTo(290_000, 6);
  });

  it('to a height, which is that of the pointer where none is typed', () => {
    expect(held({ z: 12.25 })).toEqual([...POINTER, 12.25]);
    expect(held({ distance: 5 }, ON_THE_ELLIPSOID, [12.503, 41.902, 7])[2]).toBe(7);
  });

  it('to coordinates alone, without a last vertex', () => {
    expect(heldBy({ distance: 5, x: 12.6 }, POINTER, undefined, ON_THE_ELLIPSOID)).toEqual([
      12.6,
      POINTER[1],
    ]);
  });
});
