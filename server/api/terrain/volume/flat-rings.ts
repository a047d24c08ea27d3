/** A ring in cell coordinates: x0, y0, x1, y1, …; not closed. */
export type FlatRing = readonly number[];

/** Columns and rows of cells; right and bottom exclusive. A cell reaches half a cell around its centre. */
export interface CellRange {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * The part of rings where a·x + b·y + c ≥ 0 (Sutherland and Hodgman). Where a ring falls apart, its parts stay joined
 * along the line: areas and moments are right.
 */
export function clipHalf(rings: readonly FlatRing[], a: number, b: number, c: number): FlatRing[] {
  const clipped: FlatRing[] = [];
  for (const ring of rings) {
    const half: number[] = [];
    const last = ring.length - 2;
    let [x, y] = [ring[last]!, ring[last + 1]!];
    let before = a * x + b * y + c;
    for (let i = 0; i <= last; i += 2) {
      const [toX, toY] = [ring[i]!, ring[i + 1]!];
      const here = a * toX + b * toY + c;
      if (before >= 0 !== here >= 0) {
        const part = before / (before - here);
        half.push(x + (toX - x) * part, y + (toY - y) * part);
      }
      if (here >= 0) half.push(toX, toY);
      [x, y, before] = [toX, toY, here];
    }
    if (half.length >= 6) clipped.push(half);
  }
  return clipped;
}

/** The part of rings within the cells of a range. */
export function clipToRange(rings: readonly FlatRing[], range: CellRange): FlatRing[] {
  const { left, top, right, bottom } = range;
  let clipped = clipHalf(rings, 1, 0, 0.5 - left);
  if (clipped.length > 0) clipped = clipHalf(clipped, -1, 0, right - 0.5);
  if (clipped.length > 0) clipped = clipHalf(clipped, 0, 1, 0.5 - top);
  return clipped.length > 0 ? clipHalf(clipped, 0, -1, bottom - 0.5) : clipped;
}

/** Area, and its moments about a point: ∫dA, ∫(x − x0)dA, ∫(y − y0)dA. */
export type Moments = readonly [area: number, x: number, y: number];

export function momentsOf(rings: readonly FlatRing[], x0: number, y0: number): Moments {
  let [area, alongX, alongY] = [0, 0, 0];
  for (const ring of rings) {
    let [x, y] = [ring[ring.length - 2]! - x0, ring[ring.length - 1]! - y0];
    for (let i = 0; i < ring.length; i += 2) {
      const [toX, toY] = [ring[i]! - x0, ring[i + 1]! - y0];
      const twice = x * toY - toX * y;
      area += twice;
      alongX += twice * (x + toX);
      alongY += twice * (y + toY);
      [x, y] = [toX, toY];
    }
  }
  return [area / 2, alongX / 6, alongY / 6];
}

export function reversed(ring: FlatRing): FlatRing {
  const back: number[] = [];
  for (let i = ring.length - 2; i >= 0; i -= 2) back.push(ring[i]!, ring[i + 1]!);
  return back;
}

/** West, north, east and south of rings in cell coordinates. */
export function boundsOf(rings: readonly FlatRing[]): [number, number, number, number] {
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings)
    for (let i = 0; i < ring.length; i += 2) {
      west = Math.min(west, ring[i]!);
      east = Math.max(east, ring[i]!);
      north = Math.min(north, ring[i + 1]!);
      south = Math.max(south, ring[i + 1]!);
    }
  return [west, north, east, south];
}

/** The cells that bounds touch, within `width` by `height` cells; undefined where there are none. */
export function rangeOf(
  [west, north, east, south]: readonly [number, number, number, number],
  width: number,
  height: number,
): CellRange | undefined {
  const [left, top] = [Math.max(0, Math.floor(west + 0.5)), Math.max(0, Math.floor(north + 0.5))];
  const [right, bottom] = [
    Math.min(width, Math.floor(east + 0.5) + 1),
    Math.min(height, Math.floor(south + 0.5) + 1),
  ];
  return right > left && bottom > top ? { left, top, right, bottom } : undefined;
}

/** Relative tolerance below which a range counts as covered whole, and a cell as not covered. */
const AREA_TOLERANCE = 1e-9;

interface CellVisitor {
  /** All cells of the range are within the rings. */
  whole(range: CellRange): void;
  /** The part of a cell within the rings, which its area and moments about its centre describe. */
  cut(column: number, row: number, rings: readonly FlatRing[], moments: Moments): void;
}

/** Visits each cell of a range that rings (outer ones positive, holes negative) cover in whole or in part, once. */
export function visitCells(rings: readonly FlatRing[], range: CellRange, visitor: CellVisitor): void {
  const clipped = clipToRange(rings, range);
  if (clipped.length === 0) return;
  const { left, top, right, bottom } = range;
  const [across, down] = [right - left, bottom - top];
  const moments = momentsOf(clipped, (left + right - 1) / 2, (top + bottom - 1) / 2);
  if (moments[0] < AREA_TOLERANCE) return;
  if (moments[0] > across * down * (1 - AREA_TOLERANCE)) visitor.whole(range);
  else if (across === 1 && down === 1) visitor.cut(left, top, clipped, moments);
  else if (across >= down) {
    const middle = left + (across >> 1);
    visitCells(clipped, { ...range, right: middle }, visitor);
    visitCells(clipped, { ...range, left: middle }, visitor);
  } else {
    const middle = top + (down >> 1);
    visitCells(clipped, { ...range, bottom: middle }, visitor);
    visitCells(clipped, { ...range, top: middle }, visitor);
  }
}
