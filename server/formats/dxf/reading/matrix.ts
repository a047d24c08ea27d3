export type Vector = [number, number, number];

/** An affine map of space: three rows of four. */
export type Matrix = readonly number[];

export const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

export function applied(m: Matrix, [x, y, z]: readonly number[]): Vector {
  const of = (row: number) => m[row]! * x! + m[row + 1]! * y! + m[row + 2]! * (z ?? 0) + m[row + 3]!;
  return [of(0), of(4), of(8)];
}

/** First `b`, then `a`. */
export function product(a: Matrix, b: Matrix): Matrix {
  const found: number[] = [];
  for (let row = 0; row < 12; row += 4)
    for (let column = 0; column < 4; column++) {
      let sum = column === 3 ? a[row + 3]! : 0;
      for (let k = 0; k < 3; k++) sum += a[row + k]! * b[4 * k + column]!;
      found.push(sum);
    }
  return found;
}

export const scaled = (x: number, y: number, z: number): Matrix => [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0];
export const moved = (x: number, y: number, z: number): Matrix => [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z];

/** About Z, degrees anticlockwise. */
export function turned(degrees: number): Matrix {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cos, -sin, 0, 0, sin, cos, 0, 0, 0, 0, 1, 0];
}

/**
 * From the coordinates of an entity to those of the world, by its extrusion direction (DXF reference, "Arbitrary Axis
 * Algorithm").
 */
export function worldOf([x, y, z]: Vector): Matrix {
  const length = Math.hypot(x, y, z);
  if (!(length > 0) || (x === 0 && y === 0 && z > 0)) return IDENTITY;
  const n: Vector = [x / length, y / length, z / length];
  const steep = Math.abs(n[0]) < 1 / 64 && Math.abs(n[1]) < 1 / 64;
  const ax = unit(steep ? cross([0, 1, 0], n) : cross([0, 0, 1], n));
  const ay = unit(cross(n, ax));
  return [ax[0], ay[0], n[0], 0, ax[1], ay[1], n[1], 0, ax[2], ay[2], n[2], 0];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}
