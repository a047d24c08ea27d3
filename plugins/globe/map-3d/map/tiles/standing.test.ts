import { Cartesian3, Cartographic, Math as CesiumMath, Matrix4, Transforms } from 'cesium';
import { describe, expect, it } from 'vitest';
import { ownPlace, standing } from './standing.ts';

const degrees = (point: Cartesian3) => {
  const { longitude, latitude, height } = Cartographic.fromCartesian(point);
  return [CesiumMath.toDegrees(longitude), CesiumMath.toDegrees(latitude), height] as const;
};
const ROME = Transforms.eastNorthUpToFixedFrame(Cartesian3.fromDegrees(12.5, 41.9, 60));
const after = (matrix: Matrix4, [x, y, z]: [number, number, number]) =>
  Matrix4.multiplyByPoint(matrix, new Cartesian3(x, y, z), new Cartesian3());

describe('the position of a 3D Tiles set', () => {
  it('is that of its root, else its centre, else unknown', () => {
    const own = ownPlace(ROME, Cartesian3.ZERO)!;
    expect(own.longitude).toBeCloseTo(12.5, 9);
    expect(own.latitude).toBeCloseTo(41.9, 9);
    expect(own.height).toBeCloseTo(60, 5);
    const middle = ownPlace(Matrix4.IDENTITY, Cartesian3.fromDegrees(9, 45, 100))!;
    expect([middle.longitude, middle.latitude]).toEqual([expect.closeTo(9, 9), expect.closeTo(45, 9)]);
    expect(ownPlace(Matrix4.IDENTITY, new Cartesian3(10, 20, 5))).toBeUndefined();
  });

  it('moves its origin to where it is placed', () => {
    const own = ownPlace(ROME, Cartesian3.ZERO)!;
    const place = { longitude: 9, latitude: 45, heading: 0, scale: 1 };
    const [longitude, latitude, height] = degrees(
      after(standing(own, place, 120), [ROME[12]!, ROME[13]!, ROME[14]!]),
    );
    expect(longitude).toBeCloseTo(9, 9);
    expect(latitude).toBeCloseTo(45, 9);
    expect(height).toBeCloseTo(120, 4);
  });

  it('rotates clockwise and scales about its origin: what was 10 m north is 20 m east', () => {
    const place = { longitude: 9, latitude: 45, heading: 90, scale: 2 };
    const moved = after(standing(undefined, place, 0), [0, 10, 0]);
    const frame = Transforms.eastNorthUpToFixedFrame(Cartesian3.fromDegrees(9, 45, 0));
    const local = after(Matrix4.inverseTransformation(frame, new Matrix4()), [moved.x, moved.y, moved.z]);
    expect([local.x, local.y, local.z]).toEqual([
      expect.closeTo(20, 6),
      expect.closeTo(0, 6),
      expect.closeTo(0, 6),
    ]);
  });

  it('is exaggerated from its origin like heights around it: 40 m are 120 m at an exaggeration of three', () => {
    const own = ownPlace(ROME, Cartesian3.ZERO)!;
    const top = after(ROME, [0, 0, 40]);
    const place = { longitude: 9, latitude: 45, heading: 0, scale: 1 };
    const drawn = degrees(after(standing(own, place, 30, 3), [top.x, top.y, top.z]));
    expect(drawn).toEqual([expect.closeTo(9, 9), expect.closeTo(45, 9), expect.closeTo(30 + 120, 4)]);
  });
});
