import type { ElementMesh } from './meshes.ts';

/** What the triangles of an element measure: m², m³. */
export interface MeshMeasures {
  /** null: they do not close. */
  volume: number | null;
  /** Of the faces that look up, within 45°. */
  upward: number;
  /** Of the upright faces that look where most of them do. */
  side: number;
  surface: number;
  isClosed: boolean;
}

/** Metres within which vertices are one. */
const WELD = 1e-5;
const STEEP = Math.SQRT1_2;
/** Faces within 5° look in one direction. */
const SAME_DIRECTION = Math.cos((5 * Math.PI) / 180);
const UPRIGHT = Math.sin((5 * Math.PI) / 180);
/** Directions that are tried. */
const MAX_DIRECTIONS = 64;

export function measureMesh({
  positions,
  indices,
}: Pick<ElementMesh, 'positions' | 'indices'>): MeshMeasures {
  // Near its own vertices, so that large coordinates lose no digits.
  const [ox, oy, oz] = [positions[0] ?? 0, positions[1] ?? 0, positions[2] ?? 0];
  let [volume, upward, surface] = [0, 0, 0];
  const upright: { x: number; y: number; area: number }[] = [];
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [3 * indices[i]!, 3 * indices[i + 1]!, 3 * indices[i + 2]!];
    const [ax, ay, az] = [positions[a]! - ox, positions[a + 1]! - oy, positions[a + 2]! - oz];
    const [bx, by, bz] = [positions[b]! - ox, positions[b + 1]! - oy, positions[b + 2]! - oz];
    const [cx, cy, cz] = [positions[c]! - ox, positions[c + 1]! - oy, positions[c + 2]! - oz];
    const nx = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
    const ny = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
    const nz = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    const length = Math.hypot(nx, ny, nz);
    if (length === 0) continue;
    const area = length / 2;
    volume += (ax * nx + ay * ny + az * nz) / 6;
    surface += area;
    if (nz >= STEEP * length) upward += area;
    if (Math.abs(nz) <= UPRIGHT * length) {
      const flat = Math.hypot(nx, ny);
      upright.push({ x: nx / flat, y: ny / flat, area });
    }
  }
  const isClosed = indices.length > 0 && closes(positions, indices);
  return { volume: isClosed ? Math.abs(volume) : null, upward, side: mainSide(upright), surface, isClosed };
}

function mainSide(upright: { x: number; y: number; area: number }[]): number {
  const tried: { x: number; y: number }[] = [];
  let most = 0;
  const largest = [...upright].sort((one, other) => other.area - one.area);
  for (const at of largest) {
    if (tried.length >= MAX_DIRECTIONS) break;
    if (tried.some((one) => one.x * at.x + one.y * at.y > SAME_DIRECTION)) continue;
    tried.push(at);
    let sum = 0;
    for (const one of upright) if (one.x * at.x + one.y * at.y > SAME_DIRECTION) sum += one.area;
    most = Math.max(most, sum);
  }
  return most;
}

/**
 * Whether the edges of the triangles cancel each other: each has another in the opposite direction, or several that
 * together cover it (where a cut has divided only one of two faces).
 */
function closes(positions: Float64Array, indices: Uint32Array): boolean {
  const welded = weld(positions);
  const count = positions.length / 3;
  const open = new Map<number, number>();
  const add = (from: number, to: number) => {
    if (from === to) return;
    const isForward = from < to;
    const key = (isForward ? from : to) * count + (isForward ? to : from);
    const sum = (open.get(key) ?? 0) + (isForward ? 1 : -1);
    if (sum === 0) open.delete(key);
    else open.set(key, sum);
  };
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [welded[indices[i]!]!, welded[indices[i + 1]!]!, welded[indices[i + 2]!]!];
    if (a === b || b === c || c === a) continue;
    add(a, b);
    add(b, c);
    add(c, a);
  }
  if (open.size === 0) return true;
  return cancels(positions, open, count);
}

function weld(positions: Float64Array): Uint32Array {
  const found = new Map<string, number>();
  const welded = new Uint32Array(positions.length / 3);
  for (let i = 0; i < welded.length; i++) {
    const key = [0, 1, 2]
      .map((axis) => Math.round((positions[3 * i + axis]! - positions[axis]!) / WELD))
      .join();
    const known = found.get(key);
    if (known === undefined) found.set(key, i);
    welded[i] = known ?? i;
  }
  return welded;
}

/** Unmatched edges, summed along the lines that they lie on. */
function cancels(positions: Float64Array, open: ReadonlyMap<number, number>, count: number): boolean {
  const lines = new Map<string, { at: number; sum: number }[]>();
  const [ox, oy, oz] = [positions[0]!, positions[1]!, positions[2]!];
  for (const [key, sum] of open) {
    const [from, to] = [Math.floor(key / count) * 3, (key % count) * 3];
    const p = [positions[from]! - ox, positions[from + 1]! - oy, positions[from + 2]! - oz] as const;
    const q = [positions[to]! - ox, positions[to + 1]! - oy, positions[to + 2]! - oz] as const;
    let d = [q[0] - p[0], q[1] - p[1], q[2] - p[2]] as [number, number, number];
    const length = Math.hypot(...d);
    const lead = d.find((each) => Math.abs(each) > 1e-4 * length)!;
    const sign = lead < 0 ? -1 : 1;
    d = d.map((each) => (sign * each) / length) as [number, number, number];
    const along = p[0] * d[0] + p[1] * d[1] + p[2] * d[2];
    const foot = p.map((each, axis) => each - along * d[axis]!);
    const name = [
      ...d.map((each) => Math.round(each * 1e3)),
      ...foot.map((each) => Math.round(each * 1e3)),
    ].join();
    const ends = lines.get(name) ?? [];
    ends.push({ at: along, sum: sum * sign }, { at: along + sign * length, sum: -sum * sign });
    lines.set(name, ends);
  }
  for (const ends of lines.values()) {
    ends.sort((one, other) => one.at - other.at);
    let [sum, from] = [0, 0];
    for (const end of ends) {
      if (sum !== 0 && end.at - from > 10 * WELD) return false;
      sum += end.sum;
      from = end.at;
    }
  }
  return true;
}
