import { inSpace, type Located } from '#core/geodesy';

type Vector = [number, number, number];

/** How a picture stands on the earth. */
export interface ImagePose {
  /** Longitude, latitude, metres above the ellipsoid. */
  position: Vector;
  /** Of its middle: degrees clockwise from true north, and above the horizon. */
  heading: number;
  pitch: number;
  /** Degrees clockwise about that direction, as seen from behind. */
  roll: number;
}

const RADIANS = Math.PI / 180;

/** `ahead`: to its middle, and `up`: both of the picture, by its rotation in the axes of the cloud. */
export function poseOnEarth(
  located: Pick<Located, 'toPosition'>,
  translation: Vector,
  { ahead, up }: { ahead: Vector; up: Vector },
): ImagePose {
  const position = located.toPosition(translation);
  const from = inSpace(position);
  // The axes of the cloud where the camera stands, as long as each other: a map may be smaller than the ground, but not its heights.
  const axes = [0, 1, 2].map((axis): Vector => {
    const to = inSpace(located.toPosition(translation.map((one, i) => one + (i === axis ? 1 : 0)) as Vector));
    return unit(eastNorthUp(position, [to[0] - from[0], to[1] - from[1], to[2] - from[2]]));
  });
  const towards = (own: Vector): Vector =>
    unit([0, 1, 2].map((i) => own.reduce((sum, part, axis) => sum + part * axes[axis]![i]!, 0)) as Vector);
  const [direction, top] = [towards(ahead), towards(up)];
  const heading = Math.atan2(direction[0], direction[1]);
  const pitch = Math.asin(Math.min(1, Math.max(-1, direction[2])));
  // What is right of and above the middle without roll.
  const right: Vector = [Math.cos(heading), -Math.sin(heading), 0];
  const above: Vector = [
    -Math.sin(heading) * Math.sin(pitch),
    -Math.cos(heading) * Math.sin(pitch),
    Math.cos(pitch),
  ];
  return {
    position,
    heading: (heading / RADIANS + 360) % 360,
    pitch: pitch / RADIANS,
    roll: Math.atan2(dot(top, right), dot(top, above)) / RADIANS,
  };
}

/** The column of a rotation by rows, of one of its axes. */
export function axisOf(rotation: readonly number[], axis: 0 | 1 | 2, sign: 1 | -1 = 1): Vector {
  return [rotation[axis]! * sign, rotation[3 + axis]! * sign, rotation[6 + axis]! * sign];
}

function eastNorthUp([longitude, latitude]: Vector, [x, y, z]: Vector): Vector {
  const [sinL, cosL] = [Math.sin(longitude * RADIANS), Math.cos(longitude * RADIANS)];
  const [sinB, cosB] = [Math.sin(latitude * RADIANS), Math.cos(latitude * RADIANS)];
  return [
    -sinL * x + cosL * y,
    -sinB * cosL * x - sinB * sinL * y + cosB * z,
    cosB * cosL * x + cosB * sinL * y + sinB * z,
  ];
}

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function unit(vector: Vector): Vector {
  const length = Math.hypot(...vector) || 1;
  return [vector[0] / length, vector[1] / length, vector[2] / length];
}
