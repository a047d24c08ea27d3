import type { Geometry, Position } from '#core/protocol';
import { frameOf, isEqualPlace, turn, type PlanePosition } from './plane.ts';
import { SegmentIndex } from './segments.ts';

/** A geometry prepared for spatial predicates. */
export interface PreparedGeometry {
  readonly segments: SegmentIndex<Position>;
  /** Runs of positions: lines and rings; a point is a run of one. */
  readonly runs: readonly (readonly Position[])[];
  readonly isArea: boolean;
}

export function shapeOf(geometry: Geometry): PreparedGeometry {
  const runs = runsOf(geometry);
  return {
    runs,
    segments: new SegmentIndex(runs),
    isArea: geometry.type === 'Polygon' || geometry.type === 'MultiPolygon',
  };
}

function runsOf(geometry: Geometry): readonly Position[][] {
  switch (geometry.type) {
    case 'Point':
      return [[geometry.coordinates]];
    case 'MultiPoint':
      return geometry.coordinates.map((position) => [position]);
    case 'LineString':
      return [geometry.coordinates];
    case 'MultiPolygon':
      return geometry.coordinates.flat();
    default:
      return geometry.coordinates;
  }
}

/** Returns whether the shapes meet. Touching counts. Exact, in spite of rounding. */
export function meets(a: PreparedGeometry, b: PreparedGeometry): boolean {
  if (edgesMeet(a, b)) return true;
  // No edges touch: each run is entirely inside the other, or entirely outside.
  return a.runs.some(([first]) => covers(b, first!)) || b.runs.some(([first]) => covers(a, first!));
}

/** Returns whether the shape is entirely in the area, including its edge. */
export function isWithin(shape: PreparedGeometry, area: PreparedGeometry): boolean {
  for (const run of shape.runs)
    for (const [i, position] of run.entries()) {
      if (!covers(area, position)) return false;
      const next = run[i + 1];
      if (!next) continue;
      // Between two places of the area an edge may still leave it: through an edge, or past a corner.
      const middle: Position = [(position[0] + next[0]) / 2, (position[1] + next[1]) / 2];
      if (crossesEdge(position, next, area) || !covers(area, middle)) return false;
    }
  // No edge of the area may run inside of the shape: it would bound a hole.
  return !shape.isArea || !area.runs.some((run) => run.some((place) => isInside(shape, place)));
}

function edgesMeet(a: PreparedGeometry, b: PreparedGeometry): boolean {
  for (const run of a.runs)
    for (let i = 0; i + 1 < run.length; i++) {
      const [p, q] = [run[i]!, run[i + 1]!];
      let met = false;
      b.segments.each(frameOf(p, q), (other, segment) => {
        met ||= segmentsMeet(p, q, ...b.segments.ends(other, segment));
      });
      if (met) return true;
    }
  return false;
}

function crossesEdge(p: PlanePosition, q: PlanePosition, area: PreparedGeometry): boolean {
  let crossed = false;
  area.segments.each(frameOf(p, q), (run, segment) => {
    const [a, b] = area.segments.ends(run, segment);
    crossed ||= turn(p, q, a) * turn(p, q, b) < 0 && turn(a, b, p) * turn(a, b, q) < 0;
  });
  return crossed;
}

/** Returns whether the place is on an edge, in the area, or one of the points. */
function covers({ segments, runs, isArea }: PreparedGeometry, place: PlanePosition): boolean {
  if (isOnEdge(segments, place)) return true;
  if (isArea) return segments.contains(place);
  return runs.some((run) => run.length === 1 && isEqualPlace(run[0]!, place));
}

function isInside({ segments }: PreparedGeometry, place: PlanePosition): boolean {
  return segments.contains(place) && !isOnEdge(segments, place);
}

function isOnEdge(segments: SegmentIndex<Position>, place: PlanePosition): boolean {
  let nearestOnEdge = false;
  segments.each(frameOf(place, place), (run, segment) => {
    nearestOnEdge ||= turn(...segments.ends(run, segment), place) === 0;
  });
  return nearestOnEdge;
}

/** For two segments whose frames meet. When all four ends are collinear, they meet. */
function segmentsMeet(p: PlanePosition, q: PlanePosition, a: PlanePosition, b: PlanePosition): boolean {
  const sides = [turn(p, q, a), turn(p, q, b), turn(a, b, p), turn(a, b, q)] as const;
  return sides[0] * sides[1] <= 0 && sides[2] * sides[3] <= 0;
}
