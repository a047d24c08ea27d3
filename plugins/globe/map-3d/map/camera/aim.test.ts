import { Cartesian3, Cartographic, Math as CesiumMath, Ray, type Camera } from 'cesium';
import { describe, expect, it } from 'vitest';
import { inverse } from '#core/geodesy';
import type { Position } from '#core/protocol';
import { DisplayHeights } from '../../model/heights.ts';
import { aimOf, MAX_TILT } from './aim.ts';

const SIZE = [800, 600] as const;
const EYE: [number, number] = [9, 45];

/** A camera above `EYE` that looks north, degrees above or below level. */
function lookingNorth(height: number, pitch: number): Camera {
  const eye = Cartesian3.fromDegrees(...EYE, height);
  const [longitude, latitude, angle] = [...EYE, pitch].map((degrees) => CesiumMath.toRadians(degrees)) as [
    number,
    number,
    number,
  ];
  const [sin, cos] = [Math.sin(latitude), Math.cos(latitude)];
  const up = new Cartesian3(cos * Math.cos(longitude), cos * Math.sin(longitude), sin);
  const north = new Cartesian3(-sin * Math.cos(longitude), -sin * Math.sin(longitude), cos);
  Cartesian3.multiplyByScalar(north, Math.cos(angle), north);
  Cartesian3.multiplyByScalar(up, Math.sin(angle), up);
  const direction = Cartesian3.add(north, up, north);
  return {
    positionWC: eye,
    positionCartographic: Cartographic.fromCartesian(eye),
    heading: 0,
    getPickRay: () => new Ray(eye, direction),
  } as unknown as Camera;
}
const aim = (height: number, pitch: number) => {
  const { place, heading, tilt, isLevel } = aimOf(lookingNorth(height, pitch), SIZE, new DisplayHeights());
  const { longitude, latitude } = Cartographic.fromCartesian(place);
  const at: Position = [CesiumMath.toDegrees(longitude), CesiumMath.toDegrees(latitude)];
  return { metres: inverse(EYE, at).distance, heading, tilt, isLevel };
};

describe('what a camera looks at', () => {
  it('is the ground in the middle of its view', () => {
    const { metres, heading, tilt, isLevel } = aim(1_000, -45);
    expect(metres).toBeCloseTo(1_000, -1);
    expect(heading % 360).toBeCloseTo(0);
    expect(tilt).toBeCloseTo(45, 1);
    expect(isLevel).toBe(false);
  });

  it.each([1.6, 300, 20_000, 1_000_000])('does not jump at the horizon, from %d m', (height) => {
    const views = Array.from({ length: 161 }, (_, i) => aim(height, i / 8 - 10)).filter(
      ({ isLevel }) => isLevel,
    );
    const [first] = views;
    // Above 5° below level at eye height, above the limb from space, up to 10° above level.
    expect(views.length).toBeGreaterThan(80);
    for (const { metres, tilt, heading } of views) {
      expect(metres / first!.metres).toBeCloseTo(1, 2);
      expect(tilt).toBe(MAX_TILT);
      expect(Math.min(heading, 360 - heading)).toBeLessThan(1e-6);
    }
  });

  it('changes without a step where views become level', () => {
    const metres = [-5.02, -5.01, -4.99, -4.98].map((pitch) => aim(100, pitch).metres);
    // 100 m / tan 5° = 1,143 m.
    for (const each of metres) expect(each / 1_143).toBeCloseTo(1, 1);
  });

  it('is straight below for a camera that looks straight up', () => {
    expect(aim(100, 90)).toMatchObject({ isLevel: false, tilt: expect.closeTo(0, 3) as number });
    expect(aim(100, 90).metres).toBeLessThan(1e-3);
  });
});
