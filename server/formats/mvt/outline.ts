/** The rings of one connected area of cells: the outer one first, then its holes. */
export type CellOutline = Int32Array[];

/** East, south, west, north. */
const RIGHT = [1, 0, -1, 0] as const;
const DOWN = [0, 1, 0, -1] as const;

/**
 * The outlines of covered cells (`side` in each of as many rows; 1: covered), as rings of corners, x and y alternating,
 * in cells from the north-western corner. Outer rings are clockwise on screen, holes counterclockwise. Cells that meet
 * in a corner only are separate.
 */
export function outlinesOf(cells: Uint8Array, side: number): CellOutline[] {
  const areas = labelsOf(cells, side);
  const traced = new Uint8Array(cells.length);
  const outlines = new Map<number, CellOutline>();
  for (let at = 0; at < cells.length; at++) {
    if (!cells[at] || traced[at] || (at >= side && cells[at - side])) continue;
    const ring = trace(cells, side, at, traced);
    // Rows are read from the north, so that the first ring of an area is its outer one.
    const known = outlines.get(areas[at]!);
    if (known) known.push(ring);
    else outlines.set(areas[at]!, [ring]);
  }
  return [...outlines.values()];
}

/** Follows the border with the covered cells on the right, from the north-western corner of a cell at its top. */
function trace(cells: Uint8Array, side: number, start: number, traced: Uint8Array): Int32Array {
  const covered = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < side && y < side && cells[y * side + x] === 1;
  const ring: number[] = [];
  const [startX, startY] = [start % side, Math.floor(start / side)];
  let [x, y, heading] = [startX, startY, 0];
  do {
    if (heading === 0) traced[y * side + x] = 1;
    x += RIGHT[heading]!;
    y += DOWN[heading]!;
    const right = covered(x + AHEAD_RIGHT[heading]![0], y + AHEAD_RIGHT[heading]![1]);
    const left = covered(x + AHEAD_LEFT[heading]![0], y + AHEAD_LEFT[heading]![1]);
    if (right && !left) continue;
    ring.push(x, y);
    heading = (heading + (right ? 3 : 1)) % 4;
  } while (x !== startX || y !== startY || heading !== 0);
  return Int32Array.from(ring);
}

/** The cells beyond a corner, on the right and on the left of the heading. */
const AHEAD_RIGHT = [
  [0, 0],
  [-1, 0],
  [-1, -1],
  [0, -1],
] as const;
const AHEAD_LEFT = [
  [0, -1],
  [0, 0],
  [-1, 0],
  [-1, -1],
] as const;

/** A number for each connected area, at each of its cells. */
function labelsOf(cells: Uint8Array, side: number): Int32Array {
  const labels = new Int32Array(cells.length);
  const queue: number[] = [];
  let label = 0;
  for (let from = 0; from < cells.length; from++) {
    if (!cells[from] || labels[from]) continue;
    labels[from] = ++label;
    queue.push(from);
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      const column = at % side;
      if (column > 0) visit(at - 1);
      if (column < side - 1) visit(at + 1);
      visit(at - side);
      visit(at + side);
    }
  }
  return labels;

  function visit(at: number): void {
    if (!cells[at] || labels[at]) return;
    labels[at] = label;
    queue.push(at);
  }
}
