import { simplified, simplifiedRing } from '#core/shapes';
import type { ProfilePlace } from './profile-window.ts';
import type { SectionPoints } from './section-points.ts';

/** What of the points is traced: the lowest or highest in each step, or the borders of where there are points. */
export const TRACES = ['ground', 'top', 'borders'] as const;
export type Trace = (typeof TRACES)[number];

export interface TracedLine {
  readonly places: readonly ProfilePlace[];
  readonly closed: boolean;
}

/** More cells than this make a coarser cell: a border of them could not be read. */
const MAX_CELLS = 4_000_000;
/** Borders shorter than this many cells are single points. */
const MIN_BORDER = 8;

/**
 * Traces polylines along the points in cells of `cell` metres, within half a cell of them. Steps without points break
 * a line.
 */
export function trace(
  points: SectionPoints,
  what: Trace,
  cell: number,
  shown: (index: number) => boolean,
): TracedLine[] {
  return what === 'borders' ? borders(points, cell, shown) : envelope(points, what, cell, shown);
}

function envelope(
  points: SectionPoints,
  side: 'ground' | 'top',
  step: number,
  shown: (index: number) => boolean,
): TracedLine[] {
  const best = new Map<number, number>();
  for (let i = 0; i < points.count; i++) {
    if (!shown(i)) continue;
    const column = Math.floor(points.chainage[i]! / step);
    const before = best.get(column);
    const isBetter =
      before === undefined ||
      (side === 'top'
        ? points.height[i]! > points.height[before]!
        : points.height[i]! < points.height[before]!);
    if (isBetter) best.set(column, i);
  }
  const columns = [...best.keys()].sort((a, b) => a - b);
  const lines: ProfilePlace[][] = [];
  for (const [n, column] of columns.entries()) {
    const i = best.get(column)!;
    // One empty step is bridged.
    if (n === 0 || column - columns[n - 1]! > 2) lines.push([]);
    lines.at(-1)!.push({ chainage: points.chainage[i]!, height: points.height[i]! });
  }
  return lines
    .filter((line) => line.length > 1)
    .map((line) => ({ places: thinned(line, step), closed: false }));
}

const asPlane = (line: readonly ProfilePlace[]) =>
  line.map(({ chainage, height }) => [chainage, height] as const);

function thinned(line: readonly ProfilePlace[], cell: number): ProfilePlace[] {
  return simplified(asPlane(line), cell / 2).map((i) => line[i]!);
}

/** Borders of the occupied cells, after closing gaps of one cell. */
function borders(points: SectionPoints, size: number, shown: (index: number) => boolean): TracedLine[] {
  let [least, most] = [Infinity, -Infinity];
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < points.count; i++) {
    if (!shown(i)) continue;
    least = Math.min(least, points.chainage[i]!);
    most = Math.max(most, points.chainage[i]!);
    low = Math.min(low, points.height[i]!);
    high = Math.max(high, points.height[i]!);
  }
  if (least > most) return [];
  const cell = Math.max(
    size,
    Math.sqrt(((most - least) * (high - low)) / MAX_CELLS),
    (most - least) / 20_000,
  );
  // Two empty cells around, for closing gaps.
  const columns = Math.ceil((most - least) / cell) + 5;
  const rows = Math.ceil((high - low) / cell) + 5;
  const occupied = new Uint8Array(columns * rows);
  for (let i = 0; i < points.count; i++)
    if (shown(i)) {
      const column = Math.floor((points.chainage[i]! - least) / cell) + 2;
      const row = Math.floor((points.height[i]! - low) / cell) + 2;
      occupied[row * columns + column] = 1;
    }
  const closed = eroded(dilated(occupied, columns, rows), columns, rows);
  const placeOf = (corner: number): ProfilePlace => ({
    chainage: least + ((corner % (columns + 1)) - 2) * cell,
    height: low + (Math.floor(corner / (columns + 1)) - 2) * cell,
  });
  return rings(closed, columns, rows)
    .filter((ring) => ring.length >= MIN_BORDER)
    .flatMap((ring) => {
      const places = ring.map(placeOf);
      const shut = [...places, places[0]!];
      const kept = simplifiedRing(asPlane(shut), cell * 0.75);
      return kept ? [{ places: kept.slice(0, -1).map((i) => shut[i]!), closed: true }] : [];
    });
}

function dilated(cells: Uint8Array, columns: number, rows: number): Uint8Array {
  const next = cells.slice();
  for (let row = 1; row < rows - 1; row++)
    for (let column = 1; column < columns - 1; column++) {
      const at = row * columns + column;
      if (cells[at - 1]! | cells[at + 1]! | cells[at - columns]! | cells[at + columns]!) next[at] = 1;
    }
  return next;
}

function eroded(cells: Uint8Array, columns: number, rows: number): Uint8Array {
  const next = cells.slice();
  for (let row = 1; row < rows - 1; row++)
    for (let column = 1; column < columns - 1; column++) {
      const at = row * columns + column;
      if (!(cells[at - 1]! & cells[at + 1]! & cells[at - columns]! & cells[at + columns]!)) next[at] = 0;
    }
  return next;
}

/** Rings of corners around occupied cells, with the occupied side to the left: holes run the other way. */
function rings(cells: Uint8Array, columns: number, rows: number): number[][] {
  const wide = columns + 1;
  // From each corner to the corners at the ends of its borders.
  const from = new Map<number, number[]>();
  const link = (a: number, b: number) => {
    const ends = from.get(a);
    if (ends) ends.push(b);
    else from.set(a, [b]);
  };
  for (let row = 1; row < rows - 1; row++)
    for (let column = 1; column < columns - 1; column++) {
      const at = row * columns + column;
      if (!cells[at]) continue;
      const corner = row * wide + column;
      if (!cells[at - columns]) link(corner, corner + 1);
      if (!cells[at + 1]) link(corner + 1, corner + 1 + wide);
      if (!cells[at + columns]) link(corner + 1 + wide, corner + wide);
      if (!cells[at - 1]) link(corner + wide, corner);
    }
  const found: number[][] = [];
  for (const start of from.keys())
    while (from.get(start)!.length > 0) {
      const ring = [start];
      let [before, at] = [start, from.get(start)!.pop()!];
      while (at !== start) {
        ring.push(at);
        const next = takeRight(from.get(at)!, before, at, wide);
        [before, at] = [at, next];
      }
      found.push(ring);
    }
  return found;
}

/** Where two cells touch at a corner, the border turns right: they belong together. */
function takeRight(ends: number[], before: number, at: number, wide: number): number {
  const step = at - before;
  // A quarter turn to the right: east to south, south to west, west to north, north to east.
  const right = at + (step === 1 ? -wide : step === -wide ? -1 : step === -1 ? wide : 1);
  const index = Math.max(0, ends.indexOf(right));
  return ends.splice(index, 1)[0]!;
}
