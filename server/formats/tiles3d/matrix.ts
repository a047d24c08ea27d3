import type { Vector } from '#core/geodesy';

/** A transform of 4 × 4 numbers, column by column, as in 3D Tiles and glTF. */
export type Matrix = readonly number[];

export const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
/** glTF has y up, tiles have z up. */
export const Y_UP: Matrix = [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1];

/** First `b`, then `a`. */
export function times(a: Matrix, b: Matrix): Matrix {
  const product: number[] = [];
  for (let column = 0; column < 4; column++)
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let i = 0; i < 4; i++) sum += a[4 * i + row]! * b[4 * column + i]!;
      product.push(sum);
    }
  return product;
}

export function moved([x, y, z]: Vector): Matrix {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
}

export function transformed(m: Matrix, [x, y, z]: Vector): Vector {
  return [
    m[0]! * x + m[4]! * y + m[8]! * z + m[12]!,
    m[1]! * x + m[5]! * y + m[9]! * z + m[13]!,
    m[2]! * x + m[6]! * y + m[10]! * z + m[14]!,
  ];
}

/** The factor by which a transform lengthens what it lengthens most. */
export function largestScale(m: Matrix): number {
  return Math.max(
    Math.hypot(m[0]!, m[1]!, m[2]!),
    Math.hypot(m[4]!, m[5]!, m[6]!),
    Math.hypot(m[8]!, m[9]!, m[10]!),
  );
}

/** Of a transform that only turns and moves. */
export function inverseOfFrame(m: Matrix): Matrix {
  const [x, y, z] = [m[12]!, m[13]!, m[14]!];
  const back = (column: number) => -(m[column]! * x + m[column + 1]! * y + m[column + 2]! * z);
  return [
    ...[m[0]!, m[4]!, m[8]!, 0],
    ...[m[1]!, m[5]!, m[9]!, 0],
    ...[m[2]!, m[6]!, m[10]!, 0],
    ...[back(0), back(4), back(8), 1],
  ];
}

/** From translation, rotation (a quaternion x, y, z, w) and scale. */
export function composed(
  [x, y, z]: readonly number[],
  [a, b, c, w]: readonly number[],
  scale: readonly number[],
): Matrix {
  const turn = [
    [1 - 2 * (b! * b! + c! * c!), 2 * (a! * b! + c! * w!), 2 * (a! * c! - b! * w!)],
    [2 * (a! * b! - c! * w!), 1 - 2 * (a! * a! + c! * c!), 2 * (b! * c! + a! * w!)],
    [2 * (a! * c! + b! * w!), 2 * (b! * c! - a! * w!), 1 - 2 * (a! * a! + b! * b!)],
  ];
  return [...turn.flatMap((column, i) => [...column.map((part) => part * scale[i]!), 0]), x!, y!, z!, 1];
}
