import type { Position } from '#core/protocol';
import { cross, dot, lengthOfVector, minus, seenFrom, type Vector } from './space.ts';

const DEGREES = 180 / Math.PI;

/** The best-fitting plane of a ring, by Newell's method. */
export interface Plane {
  /** Area of the ring projected perpendicularly onto the plane, square metres. */
  readonly area: number;
  /** Degrees from horizontal; 90 is vertical. */
  readonly slope: number;
  /** Downslope direction, degrees from north; NaN for a horizontal plane. */
  readonly aspect: number;
  /** Distance from the plane to the farthest vertex, metres. */
  readonly unevenness: number;
  /** Returns the height of the plane at a place; NaN for a vertical plane. */
  heightAt(place: Position): number;
}

/** A plane is horizontal if the horizontal component of its unit normal is not above this: 0.06″. */
const LEVEL = 3e-7;

/** Requires at least three places with heights. Computed in the plane tangent to the ellipsoid at their middle. */
export function planeOf(ring: readonly Position[]): Plane {
  const middle = middleOf(ring);
  const see = seenFrom(middle);
  const seen = ring.map(see);
  const centre = seen[0]!.map(
    (_, axis) => seen.reduce((sum, point) => sum + point[axis]!, 0) / seen.length,
  ) as unknown as Vector;
  let normal: Vector = [0, 0, 0];
  for (const [i, point] of seen.entries()) {
    const next = cross(minus(point, centre), minus(seen[(i + 1) % seen.length]!, centre));
    normal = [normal[0] + next[0] / 2, normal[1] + next[1] / 2, normal[2] + next[2] / 2];
  }
  const area = lengthOfVector(normal);
  const sign = normal[2] < 0 ? -1 : 1;
  const [east, north, up] = normal.map((part) => (sign * part) / area) as [number, number, number];
  const tilted = Math.hypot(east, north);
  return {
    area,
    slope: DEGREES * Math.atan2(tilted, up),
    aspect: tilted > LEVEL ? (DEGREES * Math.atan2(east, north) + 360) % 360 : NaN,
    unevenness: Math.max(...seen.map((point) => Math.abs(dot(minus(point, centre), [east, north, up])))),
    heightAt(place) {
      const [x, y, z] = see([place[0], place[1], middle[2]!]);
      const rise = (east * (centre[0] - x) + north * (centre[1] - y)) / up;
      return up > LEVEL ? middle[2]! + centre[2] - z + rise : NaN;
    },
  };
}

/** Also across 180°. */
function middleOf(places: readonly Position[]): Position {
  const first = places[0]![0];
  const mean = (of: (place: Position) => number) =>
    places.reduce((sum, place) => sum + of(place), 0) / places.length;
  const longitude = mean(([x]) => x - Math.round((x - first) / 360) * 360);
  return [longitude, mean(([, y]) => y), mean((place) => place[2] ?? 0)];
}
