import type { Raster } from './raster.ts';

/** Most windows that are tried: between them the steps are larger. */
const MAX_WINDOWS = 60;

/**
 * Cells that stand out of the surface (Pingel, Clarke, McBride 2013): it is opened by growing square windows; what
 * loses more height from one to the next than `slope` over their difference allows is an object on the ground.
 */
export function standingOut(
  { columns, rows, cell, values }: Raster,
  slope: number,
  widest: number,
): Uint8Array {
  const found = new Uint8Array(values.length);
  const most = Math.max(1, Math.ceil(widest / cell / 2));
  const step = Math.ceil(most / MAX_WINDOWS);
  let last = values;
  for (let radius = Math.min(step, most); ; radius = Math.min(radius + step, most)) {
    const opened = open(last, columns, rows, radius);
    const allowed = slope * cell * radius;
    for (let at = 0; at < found.length; at++) if (last[at]! - opened[at]! > allowed) found[at] = 1;
    if (radius === most) return found;
    last = opened;
  }
}

/** The opening of a surface by a square of `radius` cells to each side: the lowest, then the highest of those. */
function open(values: Float32Array, columns: number, rows: number, radius: number): Float32Array {
  return extreme(extreme(values, columns, rows, radius, 1), columns, rows, radius, -1);
}

/** The lowest (`sign` 1) or highest (-1) value in the square around each cell: along rows, then along columns. */
function extreme(values: Float32Array, columns: number, rows: number, radius: number, sign: 1 | -1) {
  const across = new Float32Array(values.length);
  for (let row = 0; row < rows; row++) slide(values, across, row * columns, 1, columns, radius, sign);
  const result = new Float32Array(values.length);
  for (let column = 0; column < columns; column++) slide(across, result, column, columns, rows, radius, sign);
  return result;
}

let queue = new Int32Array(1024);

/** One line: the queue holds the places that may still be the lowest of a window, their values rising. */
function slide(
  from: Float32Array,
  to: Float32Array,
  start: number,
  step: number,
  length: number,
  radius: number,
  sign: 1 | -1,
): void {
  if (queue.length < length) queue = new Int32Array(length);
  let [head, tail] = [0, 0];
  for (let next = 0; next < length + radius; next++) {
    if (next < length) {
      const value = sign * from[start + next * step]!;
      while (tail > head && sign * from[start + queue[tail - 1]! * step]! >= value) tail--;
      queue[tail++] = next;
    }
    const at = next - radius;
    if (at < 0) continue;
    if (queue[head]! < at - radius) head++;
    to[start + at * step] = from[start + queue[head]! * step]!;
  }
}
