import { momentsOf, reversed, visitCells, type CellRange, type FlatRing } from './flat-rings.ts';

const MAX_NUMBERS = 4096;
/** Longest ring that is cut without new arrays: each cut may add vertices. */
const SHORT = 64;

const [strip, rest, next, one] = Array.from({ length: 4 }, () => new Float64Array(MAX_NUMBERS)) as [
  Float64Array,
  Float64Array,
  Float64Array,
  Float64Array,
];

/** The area of a ring in each cell of a range that it touches, row by row; positive rings have positive areas. */
export function eachShare(
  ring: FlatRing,
  { left, top, right, bottom }: CellRange,
  count: (column: number, row: number, area: number) => void,
): void {
  if (ring.length > SHORT) return eachShareOfMany(ring, { left, top, right, bottom }, count);
  next.set(ring);
  for (let row = top; row < bottom; row++) {
    const above = clipAxis(next, ring.length, 1, 1, row - 0.5, one);
    const inRow = clipAxis(one, above, 1, -1, row + 0.5, strip);
    let length = clipAxis(strip, inRow, 0, 1, left - 0.5, rest);
    for (let column = left; column < right && length > 0; column++) {
      const area = areaOf(one, clipAxis(rest, length, 0, -1, column + 0.5, one));
      if (area !== 0) count(column, row, area);
      length = clipAxis(rest, length, 0, 1, column + 0.5, one);
      rest.set(one.subarray(0, length));
    }
  }
}

function eachShareOfMany(
  ring: FlatRing,
  range: CellRange,
  count: (column: number, row: number, area: number) => void,
): void {
  const sign = momentsOf([ring], ring[0]!, ring[1]!)[0] < 0 ? -1 : 1;
  const positive = sign < 0 ? reversed(ring) : ring;
  visitCells([positive], range, {
    whole({ left, top, right, bottom }) {
      for (let row = top; row < bottom; row++)
        for (let column = left; column < right; column++) count(column, row, sign);
    },
    cut: (column, row, _, [area]) => count(column, row, sign * area),
  });
}

/** The part of a ring where sign · (coordinate − line) ≥ 0; returns its length in numbers. */
function clipAxis(
  ring: Float64Array,
  length: number,
  axis: 0 | 1,
  sign: 1 | -1,
  line: number,
  to: Float64Array,
): number {
  if (length === 0) return 0;
  let [x, y] = [ring[length - 2]!, ring[length - 1]!];
  let before = sign * ((axis === 0 ? x : y) - line);
  let count = 0;
  for (let i = 0; i < length; i += 2) {
    const toX = ring[i]!;
    const toY = ring[i + 1]!;
    const here = sign * ((axis === 0 ? toX : toY) - line);
    if (before >= 0 !== here >= 0) {
      const part = before / (before - here);
      to[count++] = x + (toX - x) * part;
      to[count++] = y + (toY - y) * part;
    }
    if (here >= 0) {
      to[count++] = toX;
      to[count++] = toY;
    }
    x = toX;
    y = toY;
    before = here;
  }
  return count;
}

function areaOf(ring: Float64Array, length: number): number {
  if (length < 6) return 0;
  const [x0, y0] = [ring[0]!, ring[1]!];
  let twice = 0;
  for (let i = 2; i < length - 2; i += 2)
    twice += (ring[i]! - x0) * (ring[i + 3]! - y0) - (ring[i + 2]! - x0) * (ring[i + 1]! - y0);
  return twice / 2;
}
