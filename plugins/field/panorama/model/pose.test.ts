import { Euler, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import type { Vector } from '#core/geodesy';
import {
  bearingOf,
  directionInPicture,
  directionOf,
  placeInPicture,
  rotationOf,
  sphereCorrectionOf,
  turned,
  turnedBack,
  type Pose,
} from './pose.ts';

const LEVEL: Pose = { heading: 0, pitch: 0, roll: 0 };
const MIDDLE = directionInPicture(0.5, 0.5);
const RIGHT = directionInPicture(0.75, 0.5);
const world = (pose: Partial<Pose>, direction: Vector) =>
  turned(rotationOf({ ...LEVEL, ...pose }), direction).map((value) => Math.round(value * 1e12) / 1e12 + 0);
const S = Math.SQRT1_2;
const near = (value: readonly number[]) => value.map((one) => expect.closeTo(one, 10) as number);

describe('A panorama without a turn', () => {
  it('has north in its middle, east a quarter to the right, the zenith on top', () => {
    expect(world({}, MIDDLE)).toEqual([0, 1, 0]);
    expect(world({}, RIGHT)).toEqual([1, 0, 0]);
    expect(world({}, directionInPicture(0.25, 0.5))).toEqual([-1, 0, 0]);
    expect(world({}, directionInPicture(0, 0.5))).toEqual([0, -1, 0]);
    expect(world({}, directionInPicture(0.5, 0))).toEqual([0, 0, 1]);
  });
});

describe('The sign of each angle', () => {
  it('heading: 90° has east in the middle, and south to the right', () => {
    expect(world({ heading: 90 }, MIDDLE)).toEqual([1, 0, 0]);
    expect(world({ heading: 90 }, RIGHT)).toEqual([0, -1, 0]);
  });

  it('pitch: 45° looks up in the middle; what is at the right stays level', () => {
    expect(world({ pitch: 45 }, MIDDLE)).toEqual(near([0, S, S]));
    expect(world({ pitch: 45 }, RIGHT)).toEqual([1, 0, 0]);
  });

  it('roll: 45° lowers the right side of the picture; the middle stays', () => {
    expect(world({ roll: 45 }, MIDDLE)).toEqual([0, 1, 0]);
    expect(world({ roll: 45 }, RIGHT)).toEqual(near([S, 0, -S]));
  });

  it('in their order: heading turns the pitched camera about the vertical, roll turns about where it looks', () => {
    expect(world({ heading: 90, pitch: 45 }, MIDDLE)).toEqual(near([S, 0, S]));
    expect(world({ heading: 90, pitch: 45, roll: 90 }, MIDDLE)).toEqual(near([S, 0, S]));
    // Its right side is below, across the direction it looks in.
    expect(world({ heading: 90, pitch: 45, roll: 90 }, RIGHT)).toEqual(near([S, 0, -S]));
  });
});

describe('Directions', () => {
  it('come back from the world and from the picture', () => {
    const rotation = rotationOf({ heading: 211, pitch: -12, roll: 7 });
    for (const [across, down] of [
      [0.1, 0.2],
      [0.9, 0.7],
      [0.5, 0.5],
    ] as const) {
      const direction = directionInPicture(across, down);
      expect(placeInPicture(turnedBack(rotation, turned(rotation, direction)))).toEqual(near([across, down]));
    }
    const { yaw, pitch } = bearingOf(directionOf({ yaw: 5, pitch: -0.4 }));
    expect([yaw, pitch]).toEqual(near([5, -0.4]));
  });
});

describe('The correction of Photo Sphere Viewer', () => {
  it('brings every direction of the picture to the yaw and pitch of its bearing, as three.js turns', () => {
    // Its sphere: x = −cos pitch · sin yaw, y = sin pitch, z = cos pitch · cos yaw; Euler angles in the order YXZ.
    const inViewer = ([right, ahead, up]: Vector) => new Vector3(-right, up, ahead);
    for (const pose of [
      { heading: 90, pitch: 0, roll: 0 },
      { heading: 0, pitch: 30, roll: 0 },
      { heading: 0, pitch: 0, roll: 30 },
      { heading: 211, pitch: -40, roll: 75 },
      { heading: 350, pitch: 80, roll: -170 },
    ])
      for (const direction of [MIDDLE, RIGHT, directionInPicture(0.13, 0.2), directionInPicture(0.8, 0.9)]) {
        const { pan, tilt, roll } = sphereCorrectionOf(pose);
        const shown = inViewer(direction).applyEuler(new Euler(tilt, pan, roll, 'YXZ'));
        expect(shown.toArray()).toEqual(near(inViewer(turned(rotationOf(pose), direction)).toArray()));
      }
  });
});
