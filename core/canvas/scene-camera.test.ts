import { describe, expect, it } from 'vitest';
import { groundScale, resolutionOf } from './mercator.ts';
import { cameraOfScene, zoomForExtent, type SceneEye, type SceneFrame } from './scene-camera.ts';

/** A scene in feet with 100,000 of them in a degree. */
const FEET: SceneFrame = {
  unit: 0.3048,
  origin: [1_000_000, 4_000_000, 0],
  project: ([longitude, latitude]) => [longitude * 100_000, latitude * 100_000, 0],
  unproject: ([x, y]) => [x / 100_000, y / 100_000, 0],
};
const DOWN: SceneEye = {
  target: { x: 200_000, y: 500_000 },
  distance: 500,
  heading: 30,
  tilt: 0,
  size: [1000, 600],
  resolution: 2,
  reach: 4000,
  isOnFoot: false,
  isParallel: false,
};

describe('The camera of a scene', () => {
  it('is reported in degrees and metres', () => {
    const camera = cameraOfScene(DOWN, FEET);
    expect(camera.center).toEqual([12, 45]);
    expect(camera.extent).toEqual([11.99, 44.99, 12.01, 45.01]);
    expect(camera.resolution).toBeCloseTo(0.6096, 12);
    expect(resolutionOf(camera.zoom) * groundScale(45)).toBeCloseTo(0.6096, 9);
    expect([camera.heading, camera.tilt]).toEqual([30, 0]);
  });

  it('sees farther when it leans, and on foot half of all there is', () => {
    const widthOf = (eye: Partial<SceneEye>) => {
      const [west, , east] = cameraOfScene({ ...DOWN, ...eye }, FEET).extent;
      return (east - west) * 100_000;
    };
    expect(widthOf({ tilt: 60 })).toBeCloseTo(4000, 6);
    expect(widthOf({ tilt: 120 })).toBeCloseTo(10_000, 6);
    expect(widthOf({ tilt: 90, isOnFoot: true })).toBeCloseTo(4000, 6);
  });

  it('is reported from so far away, too, that its system has no positions there', () => {
    const narrow: SceneFrame = {
      ...FEET,
      unproject: ([x, y]) => {
        if (Math.abs(x) > 15_000_000) throw new Error('This place lies outside.');
        // Beyond a pole positions come back.
        const latitude = y / 100_000;
        return [x / 100_000, Math.abs(latitude) > 90 ? Math.sign(latitude) * 180 - latitude : latitude, 0];
      },
    };
    // Half of 1000 pixels of 200,000 feet, halved until both corners have positions: 12,500,000, whose north would be 10°;
    // halved once more, as the middle lies outside of that.
    const { extent, center } = cameraOfScene({ ...DOWN, resolution: 200_000 }, narrow);
    expect(center).toEqual([12, 45]);
    expect(extent).toEqual([-50.5, -17.5, 74.5, 72.5]);
  });

  it('shows an extent as a whole with a margin, from farther away when it leans', () => {
    const extent = [11.99, 44.99, 12.01, 45.01] as const;
    const feetAt = (zoom: number) => (resolutionOf(zoom) * groundScale(45)) / FEET.unit;
    expect(feetAt(zoomForExtent(extent, DOWN, FEET))).toBeCloseTo(2000 / (600 - 96), 6);
    const aslant = zoomForExtent(extent, { ...DOWN, tilt: 60 }, FEET);
    expect(feetAt(aslant)).toBeGreaterThan(2000 / (600 - 96));
    expect(zoomForExtent(extent, { ...DOWN, tilt: 60, isParallel: true }, FEET)).toBe(
      zoomForExtent(extent, DOWN, FEET),
    );
    expect(zoomForExtent([12, 45, 12, 45], DOWN, FEET, 19)).toBe(19);
  });
});
