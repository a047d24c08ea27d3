import { insideRing, type FlatGeometry } from '../../../formats/flat.ts';

/**
 * Returns true when a polygon is certainly valid by OGC's rules: no two edges meet except neighbours at their vertex,
 * every hole lies in its shell, and no ring lies in another that is not its shell. False is no verdict: rings may
 * touch in a point and still be valid; the database then decides. Points and lines are always valid.
 */
export function surelyValid(geometry: FlatGeometry): boolean {
  if (!geometry.polygonal) return true;
  const segments = segmentsOf(geometry);
  if (!segments) return false;
  return (segments.count <= SMALL ? apart(segments) : apartBySweep(segments)) && ringsInPlace(geometry);
}

const SMALL = 48;
/** Average comparisons per edge before the question is left to the database. */
const MAX_COMPARISONS = 200;

interface RingSegments {
  count: number;
  x1: Float64Array;
  y1: Float64Array;
  x2: Float64Array;
  y2: Float64Array;
  /** Segments are neighbours when one's `next` is the other. */
  next: Int32Array;
}

let room = 0;
let buffers: RingSegments = make(256);

function make(size: number): RingSegments {
  room = size;
  const numbers = () => new Float64Array(size);
  return { count: 0, x1: numbers(), y1: numbers(), x2: numbers(), y2: numbers(), next: new Int32Array(size) };
}

/** Edges of all rings, without those of zero length; undefined when a ring has fewer than three. */
function segmentsOf({ flat, stride, ends, size }: FlatGeometry): RingSegments | undefined {
  if (size / stride > room) buffers = make((size / stride) * 2);
  const { x1, y1, x2, y2, next } = buffers;
  let n = 0;
  let from = 0;
  for (const end of ends) {
    const first = n;
    for (let i = from; i + stride < end; i += stride) {
      const ax = flat[i]!;
      const ay = flat[i + 1]!;
      const bx = flat[i + stride]!;
      const by = flat[i + stride + 1]!;
      if (ax === bx && ay === by) continue;
      x1[n] = ax;
      y1[n] = ay;
      x2[n] = bx;
      y2[n] = by;
      next[n] = n + 1;
      n++;
    }
    if (n - first < 3) return undefined;
    next[n - 1] = first;
    from = end;
  }
  buffers.count = n;
  return buffers;
}

function apart(s: RingSegments): boolean {
  for (let a = 0; a < s.count; a++) for (let b = a + 1; b < s.count; b++) if (meet(s, a, b)) return false;
  return true;
}

/** Edges sorted by their western end; each is compared with those that begin before it ends. */
function apartBySweep(s: RingSegments): boolean {
  const west = new Float64Array(s.count);
  for (let i = 0; i < s.count; i++) west[i] = Math.min(s.x1[i]!, s.x2[i]!);
  const order = new Uint32Array(s.count).map((_, i) => i).sort((a, b) => west[a]! - west[b]!);
  let budget = s.count * MAX_COMPARISONS;
  for (let i = 0; i < order.length; i++) {
    const a = order[i]!;
    const east = Math.max(s.x1[a]!, s.x2[a]!);
    for (let j = i + 1; j < order.length && west[order[j]!]! <= east; j++) {
      if (--budget < 0 || meet(s, a, order[j]!)) return false;
    }
  }
  return true;
}

/** Returns whether two edges touch where they must not; cases within rounding error count as touching. */
function meet(s: RingSegments, a: number, b: number): boolean {
  const ay1 = s.y1[a]!;
  const ay2 = s.y2[a]!;
  const by1 = s.y1[b]!;
  const by2 = s.y2[b]!;
  if (ay1 > ay2 ? ay1 < by1 && ay1 < by2 : ay2 < by1 && ay2 < by2) return false;
  if (ay1 < ay2 ? ay1 > by1 && ay1 > by2 : ay2 > by1 && ay2 > by2) return false;
  const ax1 = s.x1[a]!;
  const ax2 = s.x2[a]!;
  const bx1 = s.x1[b]!;
  const bx2 = s.x2[b]!;
  if (ax1 > ax2 ? ax1 < bx1 && ax1 < bx2 : ax2 < bx1 && ax2 < bx2) return false;
  if (ax1 < ax2 ? ax1 > bx1 && ax1 > bx2 : ax2 > bx1 && ax2 > bx2) return false;
  if (s.next[a] === b) return foldedBack(ax1, ay1, ax2, ay2, bx2, by2);
  if (s.next[b] === a) return foldedBack(bx1, by1, bx2, by2, ax2, ay2);
  const d1 = side(bx1, by1, bx2, by2, ax1, ay1);
  const d2 = side(bx1, by1, bx2, by2, ax2, ay2);
  if (d1 * d2 > 0) return false;
  const d3 = side(ax1, ay1, ax2, ay2, bx1, by1);
  const d4 = side(ax1, ay1, ax2, ay2, bx2, by2);
  return d3 * d4 <= 0;
}

/** Consecutive edges p–q and q–r that run back over each other: a spike. */
function foldedBack(px: number, py: number, qx: number, qy: number, rx: number, ry: number): boolean {
  return side(px, py, qx, qy, rx, ry) === 0 && (qx - px) * (rx - qx) + (qy - py) * (ry - qy) < 0;
}

/**
 * 1 left of the line a–b, -1 right of it, 0 on it or too close to decide in double precision (Shewchuk's first error
 * bound).
 */
function side(ax: number, ay: number, bx: number, by: number, px: number, py: number): number {
  const left = (ax - px) * (by - py);
  const right = (ay - py) * (bx - px);
  const difference = left - right;
  const bound = 3.3306690738754716e-16 * (Math.abs(left) + Math.abs(right));
  return difference > bound ? 1 : difference < -bound ? -1 : 0;
}

/** No edges meet: one vertex decides where a whole ring lies. */
function ringsInPlace({ flat, stride, ends, polygons }: FlatGeometry): boolean {
  if (ends.length === 1) return true;
  if (ends.length > 2000) return false;
  const fromOf = (r: number) => (r > 0 ? ends[r - 1]! : 0);
  const inside = (r: number, around: number) =>
    insideRing(flat, fromOf(around), ends[around]!, stride, flat[fromOf(r)]!, flat[fromOf(r) + 1]!);
  let shell = 0;
  for (const end of polygons) {
    for (let r = shell + 1; r < end; r++) {
      if (!inside(r, shell)) return false;
      for (let other = shell + 1; other < end; other++) if (other !== r && inside(r, other)) return false;
    }
    for (let other = 0; other < ends.length; other++)
      if ((other < shell || other >= end) && inside(shell, other)) return false;
    shell = end;
  }
  return true;
}
