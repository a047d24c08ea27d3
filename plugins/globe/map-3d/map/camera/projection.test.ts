import { Cartesian3, Math as CesiumMath, Ray, type Scene } from 'cesium';
import { describe, expect, it } from 'vitest';
import { ObjectDocument } from '#core/document';
import { pickObjects, type Pixel } from '#core/mapview';
import type { Geometry, Position } from '#core/protocol';
import { DisplayHeights } from '../../model/heights.ts';
import { lookingFrom } from '../../testing/looking-from.ts';
import { Horizon } from './horizon.ts';
import { CameraProjection } from './projection.ts';

const SIZE: Pixel = [800, 600];

/** From 1 km to the south and 1 km above. */
const SOUTH: Position = [9, 44.991, 1_000];
function opened(...geometries: Geometry[]) {
  const document = new ObjectDocument('p');
  const objects = geometries.map((location, i) => ({
    id: `o${i}`,
    typeName: 't',
    location,
    properties: {},
    relatesTo: [],
  }));
  document.apply(
    objects.map((after) => ({ id: after.id, before: undefined, after })),
    'load',
  );
  const heights = new DisplayHeights();
  heights.note(objects);
  const projection = new CameraProjection({ camera: lookingFrom(SOUTH) } as Scene, heights, () => SIZE);
  const view = {
    toPixel: (position: Position) => projection.toPixel(position),
    toPosition: (pixel: Pixel) => projection.groundBehind(pixel)[0],
    groundBehind: (pixel: Pixel) => projection.groundBehind(pixel),
  };
  const pick = (pixel: Pixel) => pickObjects({ view, document, pixel }).map(({ object }) => object.id);
  return { projection, pick };
}
const point = (longitude: number, latitude: number, height: number): Geometry => ({
  type: 'Point',
  coordinates: [longitude, latitude, height],
});

describe('Positions and pixels of the globe', () => {
  it('hit what is in front of the ground, and the ground where that is in front', () => {
    const { projection } = opened();
    const middle: Pixel = [400, 300];
    const ground = projection.meet(middle)!;
    const at = (share: number) => (ray: Ray) => {
      const metres = share * Cartesian3.distance(ray.origin, ground.point);
      return { point: Ray.getPoint(ray, metres), position: [9, 45, 12] as Position };
    };
    projection.tilesets = { meet: at(0.9) };
    expect(projection.meet(middle)!.position).toEqual([9, 45, 12]);
    projection.tilesets = { meet: at(1.1) };
    expect(projection.meet(middle)).toEqual(ground);
    projection.tilesets = { meet: () => undefined };
    expect(projection.meet(middle)).toEqual(ground);
  });

  it('are inverse to each other', () => {
    const { projection } = opened();
    for (const pixel of [
      [400, 300],
      [100, 550],
      [700, 200],
    ] as Pixel[]) {
      const [ground] = projection.groundBehind(pixel);
      const back = projection.toPixel(ground!)!;
      expect(Math.hypot(back[0] - pixel[0], back[1] - pixel[1])).toBeLessThan(1e-3);
    }
    // The camera looks at this place: it is in the middle.
    const [x, y] = projection.toPixel([9, 45])!;
    expect([Math.round(x), Math.round(y)]).toEqual([400, 300]);
  });

  it('have no position in the sky', () => {
    const { projection } = opened();
    const level = { camera: lookingFrom([9, 44.9, 10]) } as Scene;
    expect(new CameraProjection(level, new DisplayHeights(), () => SIZE).groundBehind([400, 0])).toEqual([]);
    expect(projection.groundBehind([400, 300])).not.toEqual([]);
  });

  it('exclude what is behind the horizon', () => {
    const { projection } = opened();
    expect(projection.toPixel([9, 45.001])).toBeDefined();
    expect(projection.toPixel([9, 60])).toBeUndefined();
    expect(projection.toPixel([-171, -45])).toBeUndefined();
  });
});

describe('What the globe hides', () => {
  it('begins at the tangent of the line of sight', () => {
    const horizon = new Horizon();
    // 1,000 m above the equator at 0°: tangent at acos(a / (a + 1000)) = 1.0145° (a = 6,378,137 m).
    horizon.look(Cartesian3.fromDegrees(0, 0, 1_000));
    const touch = CesiumMath.toDegrees(Math.acos(6_378_137 / 6_379_137));
    expect(touch).toBeCloseTo(1.0145, 4);
    expect(horizon.hides(Cartesian3.fromDegrees(touch - 0.001, 0))).toBe(false);
    expect(horizon.hides(Cartesian3.fromDegrees(touch + 0.001, 0))).toBe(true);
    // Beyond it a tower is visible above the line of sight: a / cos(0.5°) - a = 243 m.
    expect(horizon.hides(Cartesian3.fromDegrees(touch + 0.5, 0, 240))).toBe(true);
    expect(horizon.hides(Cartesian3.fromDegrees(touch + 0.5, 0, 246))).toBe(false);
  });
});

describe('Picking in space', () => {
  it('hits a point where it is visible, and not on the ground behind it', () => {
    const { projection, pick } = opened(point(9, 45, 100), point(9, 45.001, 300));
    const high = projection.toPixel([9, 45.001, 300])!;
    // 200 m above the lowest, it appears higher in the picture than its base.
    expect(high[1]).toBeLessThan(projection.toPixel([9, 45.001])![1] - 50);
    expect(pick(high)).toEqual(['o1']);
    expect(pick(projection.toPixel([9, 45.001])!)).toEqual([]);
    expect(pick(projection.toPixel([9, 45, 100])!)).toEqual(['o0']);
  });

  it('hits an area at its height, but not in its hole', () => {
    const square = (size: number): Position[] => [
      [9 - size, 45 - size, 250],
      [9 + size, 45 - size, 250],
      [9 + size, 45 + size, 250],
      [9 - size, 45 + size, 250],
      [9 - size, 45 - size, 250],
    ];
    const roof: Geometry = { type: 'Polygon', coordinates: [square(0.001), square(0.0004)] };
    const { projection, pick } = opened(roof, point(9.01, 45, 50));
    expect(pick(projection.toPixel([9.0007, 45, 250])!)).toEqual(['o0']);
    expect(pick(projection.toPixel([9, 45, 250])!)).toEqual([]);
  });
});
