import { describe, expect, it } from 'vitest';
import type { CloudImage } from '#core/protocol';
import { cameraOf, distanceTo, pixelOf, placeBefore, type PhotoCamera } from './camera.ts';

/** 400 × 300 pixels, 90° wide: the focal length is 200 pixels. */
const image = (more: Partial<CloudImage> = {}) =>
  ({
    id: 'a',
    name: 'a.jpg',
    position: [12, 45, 100],
    heading: 0,
    pitch: 0,
    roll: 0,
    lens: null,
    photo: { width: 400, height: 300, orientation: 1, fieldOfView: 90 },
    ...more,
  }) as CloudImage;
const camera = (more: Partial<CloudImage> = {}) => cameraOf(image(more)) as PhotoCamera;

describe('The camera of a photo', () => {
  it('shows what is before it, to the right at the right and above at the top', () => {
    const north = camera();
    const [x, y, z] = placeBefore(north, [200, 150], 10);
    // 10 m of the meridian at 45° are 10/111,131.8°.
    expect(x).toBeCloseTo(12, 9);
    expect(y - 45).toBeCloseTo(10 / 111_131.8, 8);
    expect(z).toBeCloseTo(100, 3);
    // A quarter of the width to the right is half of the distance to the east.
    expect(placeBefore(north, [300, 150], 10)[0]).toBeGreaterThan(12);
    expect(placeBefore(north, [200, 50], 10)[2]).toBeCloseTo(105, 3);
  });

  it('has a pixel for each place before it, and none for what is behind or beside', () => {
    for (const pose of [{}, { heading: 250, pitch: -35, roll: 12 }, { heading: 91, pitch: 80, roll: -170 }]) {
      const one = camera(pose);
      for (const pixel of [
        [1, 1],
        [399, 299],
        [37, 251],
      ] as const) {
        // prettier-ignore
        const place = placeBefore(one, pixel, 7);
        const [u, v] = pixelOf(one, place)!;
        expect(u).toBeCloseTo(pixel[0], 4);
        expect(v).toBeCloseTo(pixel[1], 4);
        expect(pixelOf(one, placeBefore(one, pixel, -7))).toBeUndefined();
      }
      expect(pixelOf(one, placeBefore(one, [450, 150], 7))).toBeUndefined();
      expect(distanceTo(one, placeBefore(one, [200, 150], 7))).toBeCloseTo(7, 6);
    }
  });

  it('is rolled clockwise as seen from behind: the right side of the picture looks down', () => {
    const [, , right] = placeBefore(camera({ roll: 30 }), [300, 150], 10);
    // Half of the distance to the right, of which the sine of 30° is down.
    expect(right).toBeCloseTo(100 - 5 * 0.5, 3);
  });

  it('takes its lens before the field of view, and upright sizes', () => {
    const turned = { width: 400, height: 300, orientation: 6, fieldOfView: 90 };
    const upright = camera({ photo: turned as CloudImage['photo'] });
    expect(upright.size).toEqual([300, 400]);
    expect(upright.focal).toBeCloseTo(150, 9);
    expect(camera({ lens: { focal: 321, middle: [190, 160] } })).toMatchObject({
      focal: 321,
      middle: [190, 160],
    });
  });

  it('says what it lacks', () => {
    expect(cameraOf(image({ position: null }))).toBe('place');
    expect(cameraOf(image({ position: [12, 45] }))).toBe('height');
    expect(cameraOf(image({ heading: null }))).toBe('direction');
    const lensless = { width: 4, height: 3, orientation: 1 };
    expect(cameraOf(image({ photo: lensless as CloudImage['photo'] }))).toBe('lens');
  });
});
