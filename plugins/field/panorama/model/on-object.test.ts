import { describe, expect, it } from 'vitest';
import { inSpace, type Vector } from '#core/geodesy';
import type { Geometry, PanoramicPlace } from '#core/protocol';
import { LocalFrame } from './local-frame.ts';
import type { Sight } from './measuring.ts';
import { meetObjects } from './on-object.ts';

const CAMERA: [number, number, number] = [12.5, 41.9, 50];
const FRAME = new LocalFrame(CAMERA);
const sightTo = (target: Vector): Sight => ({
  place: { name: 'a.jpg', position: CAMERA } as unknown as PanoramicPlace,
  accuracy: { position: 0.02, direction: 0.1, assumed: false },
  origin: inSpace(CAMERA),
  direction: FRAME.inSpace(target.map((value) => value / Math.hypot(...target)) as unknown as Vector),
});
const flat = (places: readonly Vector[]) =>
  places.map((place): [number, number] => {
    const [x, y] = FRAME.toPosition(place);
    return [x, y];
  });
const meet = (location: Geometry, target: Vector, sigma = 0.1) => {
  const found = meetObjects(sightTo(target), [{ location }], sigma, 'Map');
  return found && { ...found, at: FRAME.toLocal(found.position) };
};
/** A house 10 m to the north, 6 m deep, on the flat map: without heights. */
const HOUSE: Geometry = {
  type: 'Polygon',
  coordinates: [flat([[-5, 10, 0], [5, 10, 0], [5, 16, 0], [-5, 16, 0], [-5, 10, 0]])], // prettier-ignore
};

describe('A line of sight to chosen objects of the map', () => {
  it('meets the nearest façade over a side of an area, at its height', () => {
    const { at, from, on } = meet(HOUSE, [2, 10, 3])!;
    expect(at).toEqual([expect.closeTo(2, 3), expect.closeTo(10, 3), expect.closeTo(3, 3)] as never);
    expect([from, on]).toEqual([['a.jpg', 'Map'], 'facade']);
  });

  it('has the ± of the map along it, which counts for more where it meets the wall at a slant', () => {
    // 1.96 × 10 cm at right angles to the wall, and little of the line of sight: 0.1° at 10 m are 1.7 cm.
    const [, north] = meet(HOUSE, [0, 10, 0])!.within;
    expect(north).toBeGreaterThan(0.19);
    expect(north).toBeLessThan(0.21);
    expect(meet(HOUSE, [0, 10, 0], 0.2)!.within[1]).toBeGreaterThan(1.9 * north);
    const line: Geometry = { type: 'LineString', coordinates: flat([[-20, 0, 0], [20, 40, 0]]) }; // prettier-ignore
    // The wall runs at 45°: seen along it by 26.6° from it, the point moves by 1/sin of the angle between them.
    expect(meet(line, [0, 20, 0])!.radius).toBeGreaterThan(0.1 * Math.SQRT2);
  });

  it('passes beside walls, and meets none behind the camera', () => {
    expect(meet(HOUSE, [8, 10, 0])).toBeUndefined();
    expect(meet(HOUSE, [0, -10, 0])).toBeUndefined();
  });

  it('meets the plane of an area that is tilted by its heights, within it', () => {
    const ring: Vector[] = [[-4, 10, 2], [4, 10, 2], [4, 14, 4], [-4, 14, 4], [-4, 10, 2]]; // prettier-ignore
    const roof: Geometry = { type: 'Polygon', coordinates: [ring.map((place) => FRAME.toPosition(place))] };
    // z = 2 + (y − 10) / 2.
    const { at } = meet(roof, [1, 12, 3])!;
    expect(at).toEqual([expect.closeTo(1, 3), expect.closeTo(12, 3), expect.closeTo(3, 3)] as never);
    expect(meet(roof, [6, 12, 3])).toBeUndefined();
  });
});
