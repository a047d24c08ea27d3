import { describe, expect, it } from 'vitest';
import { direct } from '#core/geodesy';
import { isNadir, seesPlace, type PhotoSight } from './sees-place.ts';

const CAMERA = [12.5, 41.9] as const;
const ahead: PhotoSight = {
  position: CAMERA,
  heading: 90,
  headingFrom: 'true',
  pitch: 0,
  fieldOfView: 60,
  aspect: 0.75,
  height: null,
};
/** A place in a direction from the camera. */
const at = (azimuth: number, metres: number) => [direct([...CAMERA], azimuth, metres)];

describe('Whether a photo shows a place', () => {
  it.each([
    [119, true],
    [121, false],
    [61, true],
    [59, false],
    [270, false],
  ])('a camera that looks east with 60° sees what is at %d°: %s', (azimuth, seen) => {
    expect(seesPlace(ahead, at(azimuth, 20))).toBe(seen);
  });

  it.each([
    [90, true],
    [110, null],
    [125, null],
    [140, false],
  ])('a compass without declination is unsure near the edge: at %d°, %s', (azimuth, seen) => {
    expect(seesPlace({ ...ahead, headingFrom: 'magnetic' }, at(azimuth, 20))).toBe(seen);
  });

  it('is not known without a direction, or of what is beside the camera', () => {
    expect(seesPlace({ ...ahead, heading: null }, at(90, 20))).toBeNull();
    expect(seesPlace(ahead, at(90, 1))).toBeNull();
    expect(seesPlace({ ...ahead, fieldOfView: null }, at(150, 20))).toBeNull();
    expect(seesPlace({ ...ahead, fieldOfView: null }, at(181, 20))).toBe(false);
  });

  it('across north, an object seen by its nearest point or its middle counts', () => {
    const north = { ...ahead, heading: 355 };
    expect(seesPlace(north, at(20, 20))).toBe(true);
    expect(seesPlace(north, [...at(90, 20), ...at(20, 20)])).toBe(true);
  });

  it('a camera straight above sees its footprint, turned by its heading', () => {
    // 100 m above the ground with 2·atan(½) = 53.13°: 50 m to each side, and with 3:4 37.5 m to front and back.
    const below = {
      ...ahead,
      heading: 30,
      pitch: -90,
      fieldOfView: (2 * Math.atan(0.5) * 180) / Math.PI,
      height: 100,
    };
    expect(isNadir(below)).toBe(true);
    expect(seesPlace(below, at(120, 49.9))).toBe(true);
    expect(seesPlace(below, at(120, 50.1))).toBe(false);
    expect(seesPlace(below, at(30, 37.4))).toBe(true);
    expect(seesPlace(below, at(210, 37.6))).toBe(false);
    expect(seesPlace({ ...below, heading: null }, at(120, 45))).toBeNull();
    expect(seesPlace({ ...below, height: null }, at(120, 1))).toBeNull();
  });
});
