import type { Position } from '#core/protocol';

/** Where a place lies along a line. */
export interface Foot {
  /** Metres along the line; negative before its start, more than its length beyond its end. */
  readonly along: number;
  /** Metres from the line: positive to the right, negative to the left. */
  readonly offset: number;
  /**
   * `bend`: the nearest place is a vertex, so that the offset is not perpendicular to the line. `before`, `after`: the
   * place lies beyond an end, and is measured along the extended first or last edge.
   */
  readonly at: 'edge' | 'bend' | 'before' | 'after';
  /** Another part of the line is as near: the first one counts. */
  readonly isAmbiguous: boolean;
}

/** A line that is measured, on the ellipsoid or in a plane. */
export interface Axis {
  readonly vertices: readonly Position[];
  /** Metres from the start to each vertex. */
  readonly starts: readonly number[];
  readonly length: number;
  footOf(place: Position): Foot;
  /** The place at so many metres along the line and to the right of it; beyond the ends along the extended edges. */
  at(along: number, offset: number): [number, number];
}

/** Places on one edge: metres along it from its start, to the right, and away from the nearest point of the edge. */
export interface EdgeFoot {
  readonly along: number;
  readonly offset: number;
}

/** Edges as near as this, metres, are equally near. */
const EQUAL = 1e-4;

/**
 * The nearest foot among those on single edges. `away` is the distance of a place to a vertex, in metres.
 */
export function nearestFoot(
  feet: readonly { edge: number; foot: EdgeFoot }[],
  { starts, lengths, isClosed }: { starts: readonly number[]; lengths: readonly number[]; isClosed: boolean },
  away: (vertex: number) => number,
): Foot {
  const found: (Foot & { distance: number })[] = [];
  const last = lengths.length - 1;
  for (const { edge, foot } of feet) {
    const { along, offset } = foot;
    const start = starts[edge]!;
    const length = lengths[edge]!;
    const side = offset < 0 ? -1 : 1;
    const base = { isAmbiguous: false };
    if (along >= 0 && along <= length)
      found.push({ ...base, along: start + along, offset, at: 'edge', distance: Math.abs(offset) });
    else if (along < 0) {
      const distance = away(edge);
      if (edge === 0 && !isClosed) found.push({ ...base, along, offset, at: 'before', distance });
      else found.push({ ...base, along: start, offset: side * distance, at: 'bend', distance });
    } else {
      const distance = away(edge + 1);
      if (edge === last && !isClosed)
        found.push({ ...base, along: start + along, offset, at: 'after', distance });
      else found.push({ ...base, along: start + length, offset: side * distance, at: 'bend', distance });
    }
  }
  const least = Math.min(...found.map(({ distance }) => distance));
  const nearest = found.filter(({ distance }) => distance <= least + EQUAL);
  const first = nearest.reduce((a, b) => (b.along < a.along - EQUAL ? b : a));
  const { distance: _distance, ...foot } = first;
  // Both edges of a vertex meet there.
  const isAmbiguous = nearest.some(({ along }) => Math.abs(along - first.along) > 2 * EQUAL);
  return { ...foot, isAmbiguous };
}

/** The edge at so many metres along a line; the first or last one beyond its ends. */
export function edgeAt(starts: readonly number[], along: number): number {
  let low = 0;
  let high = starts.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= along) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The part of a line between two places along it, with heights between those of the vertices. */
export function partOf(axis: Axis, from: number, to: number): Position[] {
  const [low, high] = from <= to ? [from, to] : [to, from];
  const inner = axis.vertices.filter((_, i) => axis.starts[i]! > low && axis.starts[i]! < high);
  const part = [placeAt(axis, low), ...inner, placeAt(axis, high)];
  return from <= to ? part : part.reverse();
}

/** With the height of the line, where the vertices on both sides have one. */
export function placeAt(axis: Axis, along: number): Position {
  const [longitude, latitude] = axis.at(along, 0);
  const edge = edgeAt(axis.starts, along);
  const [a, b] = [axis.vertices[edge]![2], axis.vertices[edge + 1]![2]];
  const start = axis.starts[edge]!;
  const part = (along - start) / (axis.starts[edge + 1]! - start);
  if (a === undefined || b === undefined || part < 0 || part > 1) return [longitude, latitude];
  return [longitude, latitude, a + (b - a) * part];
}
