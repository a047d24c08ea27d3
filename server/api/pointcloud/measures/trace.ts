type Flat = [number, number];

interface Cell {
  column: number;
  row: number;
  /** Mean of its points. */
  place: Flat;
  count: number;
}

/** Shorter outlines are single points and noise. */
const FEWEST_CELLS = 3;

/**
 * Lines through points of a section. Cells with points are joined to their neighbours by a minimum spanning tree; its
 * longest paths become polylines, one after the other, without vertices that change less than `tolerance`.
 */
export function traceOutlines(points: readonly Flat[], cell: number, tolerance: number): Flat[][] {
  const cells = rasterised(points, cell);
  const joined = spanningTree(cells);
  const lines: Flat[][] = [];
  const used = new Set<number>();
  for (const start of cells.keys()) {
    // Each tree gives up its longest path until only short ones are left; what it was joined to starts again.
    const waiting = [start];
    while (waiting.length > 0) {
      const from = waiting.pop()!;
      if (used.has(from)) continue;
      const path = longestPath(joined, from, used);
      for (const each of path) used.add(each);
      if (path.length >= FEWEST_CELLS)
        lines.push(
          simplified(
            path.map((i) => cells[i]!.place),
            tolerance,
          ),
        );
      for (const each of path) for (const next of joined[each]!) if (!used.has(next)) waiting.push(next);
    }
  }
  return lines;
}

function rasterised(points: readonly Flat[], cell: number): Cell[] {
  const cells = new Map<string, Cell>();
  for (const [x, y] of points) {
    const [column, row] = [Math.floor(x / cell), Math.floor(y / cell)];
    const key = `${column} ${row}`;
    const found = cells.get(key) ?? { column, row, place: [0, 0] as Flat, count: 0 };
    cells.set(key, found);
    found.count++;
    found.place[0] += (x - found.place[0]) / found.count;
    found.place[1] += (y - found.place[1]) / found.count;
  }
  return [...cells.values()];
}

/** Kruskal's tree over neighbouring cells, the nearest means first. */
function spanningTree(cells: readonly Cell[]): number[][] {
  const at = new Map(cells.map(({ column, row }, i) => [`${column} ${row}`, i]));
  const edges: { from: number; to: number; length: number }[] = [];
  for (const [from, { column, row, place }] of cells.entries())
    for (let n = 0; n < 25; n++) {
      const to = at.get(`${column + (n % 5) - 2} ${row + Math.floor(n / 5) - 2}`);
      if (to === undefined || to <= from) continue;
      const other = cells[to]!.place;
      edges.push({ from, to, length: Math.hypot(place[0] - other[0], place[1] - other[1]) });
    }
  edges.sort((a, b) => a.length - b.length);
  const parent = cells.map((_, i) => i);
  const rootOf = (i: number): number => {
    let root = i;
    while (parent[root] !== root) root = parent[root] = parent[parent[root]!]!;
    return root;
  };
  const joined: number[][] = cells.map(() => []);
  for (const { from, to } of edges) {
    const [a, b] = [rootOf(from), rootOf(to)];
    if (a === b) continue;
    parent[a] = b;
    joined[from]!.push(to);
    joined[to]!.push(from);
  }
  return joined;
}

/** The longest path in the tree around a cell, without used cells: the farthest from the farthest. */
function longestPath(joined: readonly number[][], start: number, used: ReadonlySet<number>): number[] {
  const { farthest } = walked(joined, start, used);
  const back = walked(joined, farthest, used);
  const path = [back.farthest];
  for (let i = back.farthest; i !== farthest;) {
    i = back.from.get(i)!;
    path.push(i);
  }
  return path;
}

function walked(joined: readonly number[][], start: number, used: ReadonlySet<number>) {
  const from = new Map([[start, start]]);
  let level = [start];
  let farthest = start;
  while (level.length > 0) {
    farthest = level[0]!;
    const next: number[] = [];
    for (const i of level)
      for (const to of joined[i]!) {
        if (from.has(to) || used.has(to)) continue;
        from.set(to, i);
        next.push(to);
      }
    level = next;
  }
  return { farthest, from };
}

/** Douglas and Peucker's selection of vertices. */
function simplified(line: readonly Flat[], tolerance: number): Flat[] {
  const kept = new Set([0, line.length - 1]);
  const parts: [number, number][] = [[0, line.length - 1]];
  while (parts.length > 0) {
    const [from, to] = parts.pop()!;
    const [ax, ay] = line[from]!;
    const [bx, by] = line[to]!;
    const length = Math.hypot(bx - ax, by - ay) || 1;
    let [worst, most] = [-1, tolerance];
    for (let i = from + 1; i < to; i++) {
      const [x, y] = line[i]!;
      const off = Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length;
      if (off > most) [worst, most] = [i, off];
    }
    if (worst < 0) continue;
    kept.add(worst);
    parts.push([from, worst], [worst, to]);
  }
  return line.filter((_, i) => kept.has(i));
}
