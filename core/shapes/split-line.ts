import type { Geometry, Position } from '#core/protocol';
import { nodeRuns } from './nodes.ts';
import {
  interpolate,
  metresOfDegree,
  isSamePlace,
  nearestOnEdge,
  edgeKey,
  type PlanePosition,
} from './plane.ts';
import { trySplit, SplitError, type Split } from './split.ts';

export type LineGeometry = Extract<Geometry, { type: 'LineString' | 'MultiLineString' }>;
export type LinePart = Extract<Geometry, { type: 'LineString' }>;

/** The point of a line nearest to a given one. */
export interface PlaceOnLine {
  /** Which line of several, which of its segments, and the share of that segment (0 to 1). */
  run: number;
  segment: number;
  share: number;
  /** With the height of the segment there. */
  position: Position;
  /** Distance in the plane tangent to the ellipsoid at the given point. */
  metres: number;
}

export function nearestOnLine(line: LineGeometry, point: Position): PlaceOnLine {
  const [east, north] = metresOfDegree(point[1]);
  const flat = ([x, y]: Position): PlanePosition => [(x - point[0]) * east, (y - point[1]) * north];
  const origin: PlanePosition = [0, 0];
  let best: PlaceOnLine | undefined;
  runsOf(line).forEach((run, r) => {
    let from = flat(run[0]!);
    for (let i = 0; i + 1 < run.length; i++) {
      const to = flat(run[i + 1]!);
      const { share, distance } = nearestOnEdge(origin, from, to);
      if (!best || distance < best.metres)
        best = { run: r, segment: i, share, position: run[i]!, metres: distance };
      from = to;
    }
  });
  const { run, segment, share } = best!;
  const [a, b] = [runsOf(line)[run]![segment]!, runsOf(line)[run]![segment + 1]!];
  const vertex = isSamePlace(point, a) ? a : isSamePlace(point, b) ? b : undefined;
  const there = vertex ?? interpolate(a, b, share);
  // A given point that is on the line keeps its exact coordinates.
  const position: Position = vertex ?? (isSamePlace(point, there) ? withHeight(point, there) : there);
  return { ...best!, position };
}

/**
 * Divides a line, or several at once, at the point nearest to a given one, unless that is farther than `tolerance`
 * metres. The parts share that vertex, with the height of the line there; other lines are returned as parts
 * unchanged.
 */
export function splitLineAt(line: LineGeometry, point: Position, tolerance: number): Split<LinePart> {
  return trySplit(() => {
    const place = nearestOnLine(line, point);
    if (place.metres > tolerance) throw new SplitError({ reason: 'off-line', metres: place.metres });
    const parts = runsOf(line).flatMap((run, r) => (r === place.run ? cutAt(run, place) : [run]));
    if (parts.length === runsOf(line).length) throw new SplitError({ reason: 'at-end' });
    return parts.map(asLine);
  });
}

function cutAt(run: readonly Position[], { segment, position }: PlaceOnLine): Position[][] {
  const [head, tail] = [run.slice(0, segment + 1), run.slice(segment + 1)];
  const first = isSamePlace(head.at(-1)!, position) ? head : [...head, position];
  const second = isSamePlace(tail[0]!, position) ? tail : [position, ...tail];
  // A cut at a vertex adds no other vertex.
  if (first === head) second[0] = head.at(-1)!;
  else if (second === tail) first[first.length - 1] = tail[0]!;
  if (isSamePlace(run[0]!, position) || isSamePlace(run.at(-1)!, position)) return [[...run]];
  return [first, second];
}

/**
 * Divides a line, or several at once, wherever cuts meet it. Heights as in `splitLineAt`. Refused where both run
 * along each other.
 */
export function splitLine(line: LineGeometry, cuts: readonly (readonly Position[])[]): Split<LinePart> {
  return trySplit(() => {
    const runs = runsOf(line);
    const noded = nodeRuns(runs, cuts);
    const edges = new Set<string>();
    for (const { positions } of noded.runs)
      for (let i = 0; i + 1 < positions.length; i++) edges.add(edgeKey(positions[i]!, positions[i + 1]!));
    for (const cut of noded.cuts)
      for (let i = 0; i + 1 < cut.length; i++)
        if (edges.has(edgeKey(cut[i]!, cut[i + 1]!))) throw new SplitError({ reason: 'runs-along' });
    const parts = noded.runs.flatMap(({ positions, node }) => atNodes(positions, node));
    if (parts.length === runs.length)
      throw new SplitError({ reason: noded.met.size > 0 ? 'at-end' : 'misses' });
    return parts.map(asLine);
  });
}

function atNodes(positions: readonly Position[], node: readonly boolean[]): Position[][] {
  const parts: Position[][] = [];
  let from = 0;
  for (let i = 1; i < positions.length - 1; i++) {
    if (!node[i]) continue;
    parts.push(positions.slice(from, i + 1));
    from = i;
  }
  parts.push(positions.slice(from));
  return parts;
}

function runsOf(line: LineGeometry): readonly Position[][] {
  return line.type === 'LineString' ? [line.coordinates] : line.coordinates;
}

function withHeight(point: Position, there: Position): Position {
  return there[2] === undefined ? [point[0], point[1]] : [point[0], point[1], there[2]];
}

function asLine(coordinates: Position[]): LinePart {
  return { type: 'LineString', coordinates };
}
