import type { LocalTransform } from '#core/protocol';

export type Triple = readonly [number, number, number];
/** Three rows. */
export type Matrix3 = readonly [Triple, Triple, Triple];

export const UNMOVED: LocalTransform = { from: [0, 0, 0], to: [0, 0, 0], turn: [0, 0, 0], scale: [1, 1, 1] };

const RADIANS = Math.PI / 180;

/** Sine and cosine, exact at quarter turns. */
function turnOf(degrees: number): readonly [number, number] {
  const quarters = degrees / 90;
  if (Number.isInteger(quarters))
    return [[0, 1] as const, [1, 0] as const, [0, -1] as const, [-1, 0] as const][((quarters % 4) + 4) % 4]!;
  return [Math.sin(degrees * RADIANS), Math.cos(degrees * RADIANS)];
}

/** The rotation of degrees about the vertical, then about its own east axis, and its own north axis. */
export function rotationOf([up, east, north]: Triple): Matrix3 {
  const [sa, ca] = turnOf(up);
  const [sb, cb] = turnOf(east);
  const [sc, cc] = turnOf(north);
  return [
    [ca * cc - sa * sb * sc, -sa * cb, ca * sc + sa * sb * cc],
    [sa * cc + ca * sb * sc, ca * cb, sa * sc - ca * sb * cc],
    [-cb * sc, sb, cb * cc],
  ];
}

/** The inverse of `rotationOf`; of a rotation by a right angle about its east axis the one without the third turn. */
export function turnsOf(rotation: Matrix3): [number, number, number] {
  const [[r00, r01], [r10, r11], [r20, r21, r22]] = rotation;
  const across = Math.hypot(r20, r22);
  const east = Math.atan2(r21, across) / RADIANS;
  if (across < 1e-12) return [Math.atan2(r10, r00) / RADIANS, east, 0];
  return [Math.atan2(-r01, r11) / RADIANS, east, Math.atan2(-r20, r22) / RADIANS];
}

export function times(matrix: Matrix3, [x, y, z]: Triple): [number, number, number] {
  const row = ([a, b, c]: Triple) => a * x + b * y + c * z;
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
}

/** An affine transformation: `to` + matrix × (local − `from`). */
export interface Affine {
  readonly from: Triple;
  readonly to: Triple;
  readonly matrix: Matrix3;
}

/** A transformation, ready to compute. */
export interface Placing extends Affine {
  /** Turn and scale in one; without the shift. */
  readonly inverse: Matrix3;
  /** Neither turned nor scaled: only moved. */
  readonly isShift: boolean;
  /** Not even moved. */
  readonly isUnmoved: boolean;
  toMap(local: Triple): [number, number, number];
  toLocal(map: Triple): [number, number, number];
}

export function placingOf({ from, to, turn, scale }: LocalTransform): Placing {
  const rotation = rotationOf(turn);
  const matrix = rotation.map((row) => row.map((value, i) => value * scale[i]!)) as unknown as Matrix3;
  return affine({ from, to, matrix });
}

/** Matrices that differ by less are the same: units multiplied by each other. */
const SAME = 1e-14;

export function affine({ from, to, matrix }: Affine): Placing {
  const isShift = matrix.every((row, i) =>
    row.every((value, j) => Math.abs(value - (i === j ? 1 : 0)) < SAME),
  );
  const inverse = inverseOf(matrix);
  return {
    from,
    to,
    matrix,
    inverse,
    isShift,
    isUnmoved: isShift && from.every((value, i) => value === to[i]),
    toMap: (local) => {
      const way: Triple = [local[0] - from[0], local[1] - from[1], local[2] - from[2]];
      const [x, y, z] = isShift ? way : times(matrix, way);
      return [to[0] + x, to[1] + y, to[2] + z];
    },
    toLocal: (map) => {
      const way: Triple = [map[0] - to[0], map[1] - to[1], map[2] - to[2]];
      const [x, y, z] = isShift ? way : times(inverse, way);
      return [from[0] + x, from[1] + y, from[2] + z];
    },
  };
}

function inverseOf([[a, b, c], [d, e, f], [g, h, i]]: Matrix3): Matrix3 {
  const [p, q, r] = [e * i - f * h, f * g - d * i, d * h - e * g];
  const whole = a * p + b * q + c * r;
  return [
    [p / whole, (c * h - b * i) / whole, (b * f - c * e) / whole],
    [q / whole, (a * i - c * g) / whole, (c * d - a * f) / whole],
    [r / whole, (b * g - a * h) / whole, (a * e - b * d) / whole],
  ];
}

/** What a transformation does to coordinates that are then shown in other units: `units` a unit of the map. */
export function inUnits(transform: LocalTransform, units: Triple): Affine {
  const { from, to, matrix } = placingOf(transform);
  const shown = matrix.map((row, i) => row.map((value) => value * units[i]!)) as unknown as Matrix3;
  return { from, to: [to[0] * units[0], to[1] * units[1], to[2] * units[2]], matrix: shown };
}

/** The same transformation about another place of the file, so that its numbers are of what a person sees. */
export function about(transform: LocalTransform, pivot: Triple): LocalTransform {
  return { ...transform, from: [...pivot], to: placingOf(transform).toMap(pivot) };
}
