import type { Position } from '#core/protocol';
import { doubleArea, keyOf, turn } from './plane.ts';

/** A path between two nodes. `outline`: part of a polygon's outline, with the inside on its left. */
export interface FaceEdge {
  path: readonly Position[];
  outline: boolean;
}

/** An edge in one direction: 2e forward, 2e + 1 backward. */
type HalfEdge = number;

/**
 * Returns the faces of a planar graph, each as simple rings (anticlockwise: its shell; clockwise: what touches it
 * from inside), without what divides nothing: dangling edges, and bridges with the same face on both sides. Faces
 * outside of the outline are left out.
 */
export function facesOf(edges: readonly FaceEdge[]): { rings: Position[][]; remaining: Set<FaceEdge> } {
  const alive = new Set<number>(edges.keys());
  prune(edges, alive);
  let cycles = trace(edges, alive);
  const faceOf = new Map<HalfEdge, number>();
  cycles.forEach((cycle, face) => cycle.forEach((half) => faceOf.set(half, face)));
  const bridges = [...alive].filter((edge) => faceOf.get(2 * edge) === faceOf.get(2 * edge + 1));
  if (bridges.length > 0) {
    for (const edge of bridges) alive.delete(edge);
    prune(edges, alive);
    cycles = trace(edges, alive);
  }
  const within = cycles.filter((cycle) => !cycle.some((half) => half % 2 === 1 && edges[half >> 1]!.outline));
  return {
    rings: within.flatMap((cycle) => simpleRings(edges, cycle)),
    remaining: new Set([...alive].map((edge) => edges[edge]!)),
  };
}

/** Removes edges with a free end, repeatedly. */
function prune(edges: readonly FaceEdge[], alive: Set<number>): void {
  const at = new Map<string, Set<number>>();
  for (const edge of alive)
    for (const end of endsOf(edges[edge]!)) {
      const there = at.get(end) ?? new Set();
      at.set(end, there.add(edge));
    }
  const loose = [...at.keys()];
  for (let node = loose.pop(); node !== undefined; node = loose.pop()) {
    const there = at.get(node)!;
    if (there.size !== 1) continue;
    const [edge] = [...there] as [number];
    const [from, to] = endsOf(edges[edge]!);
    // A loop holds itself.
    if (from === to) continue;
    alive.delete(edge);
    for (const end of [from, to]) {
      at.get(end)!.delete(edge);
      loose.push(end);
    }
  }
}

function endsOf({ path }: FaceEdge): [string, string] {
  return [keyOf(path[0]!), keyOf(path.at(-1)!)];
}

/** Follows every half-edge once, turning left where possible: each cycle has one face on its left. */
function trace(edges: readonly FaceEdge[], alive: ReadonlySet<number>): HalfEdge[][] {
  const out = new Map<string, HalfEdge[]>();
  const towards = (half: HalfEdge) => {
    const { path } = edges[half >> 1]!;
    return half % 2 === 0 ? path[1]! : path.at(-2)!;
  };
  for (const edge of alive) {
    const [from, to] = endsOf(edges[edge]!);
    out.set(from, [...(out.get(from) ?? []), 2 * edge]);
    out.set(to, [...(out.get(to) ?? []), 2 * edge + 1]);
  }
  const place = new Map<HalfEdge, number>();
  for (const [node, halves] of out) {
    const centre = node.split(' ').map(Number) as [number, number];
    halves.sort((a, b) => around(centre, towards(a), towards(b)));
    halves.forEach((half, i) => place.set(half, i));
  }
  const next = (half: HalfEdge): HalfEdge => {
    const twin = half ^ 1;
    const halves = out.get(endsOf(edges[half >> 1]!)[half % 2 === 0 ? 1 : 0])!;
    return halves[(place.get(twin)! + halves.length - 1) % halves.length]!;
  };
  const seen = new Set<HalfEdge>();
  const cycles: HalfEdge[][] = [];
  for (const start of place.keys()) {
    if (seen.has(start)) continue;
    const cycle: HalfEdge[] = [];
    for (let half = start; !seen.has(half); half = next(half)) {
      seen.add(half);
      cycle.push(half);
    }
    cycles.push(cycle);
  }
  return cycles;
}

/** Compares two directions around a place, anticlockwise from east. Exact. */
function around(centre: readonly [number, number], a: Position, b: Position): number {
  const [upperA, upperB] = [isUpper(centre, a), isUpper(centre, b)];
  if (upperA !== upperB) return upperA ? -1 : 1;
  return -turn(centre, a, b);
}

function isUpper(centre: readonly [number, number], place: Position): boolean {
  return place[1] > centre[1] || (place[1] === centre[1] && place[0] > centre[0]);
}

/** Splits a cycle that passes a node twice into rings that do not touch themselves. */
function simpleRings(edges: readonly FaceEdge[], cycle: readonly HalfEdge[]): Position[][] {
  const rings: Position[][] = [];
  const openRuns: (readonly Position[])[] = [];
  const placeOf = new Map<string, number>();
  for (const half of cycle) {
    const { path } = edges[half >> 1]!;
    const run = half % 2 === 0 ? path : [...path].reverse();
    placeOf.set(keyOf(run[0]!), openRuns.length);
    openRuns.push(run);
    const start = placeOf.get(keyOf(run.at(-1)!));
    if (start === undefined) continue;
    const ring: Position[] = [];
    for (const part of openRuns.splice(start)) {
      placeOf.delete(keyOf(part[0]!));
      for (let i = 0; i + 1 < part.length; i++) ring.push(part[i]!);
    }
    ring.push(ring[0]!);
    if (ring.length >= 4 && doubleArea(ring) !== 0) rings.push(ring);
  }
  return rings;
}
