import type { CloudRegion } from '#core/protocol';
import type { Vector3 } from '../../../formats/pointcloud/source.ts';
import { NearIndex } from '../finding/near-index.ts';
import { placeAt, type Gathered } from './gather.ts';
import { dot, median, minus } from './linear.ts';
import { fitPlane } from './plane.ts';

/** Points that a plane is fitted to. */
const NEIGHBOURS = 12;
const FEWEST = 6;

/**
 * Distances of places from planes through the nearest points of a surface, positive above them, and how far those
 * points scatter; undefined where there is none within `most`.
 */
export function distanceFrom(
  surface: Gathered,
  most: number,
): (place: Vector3) => { distance: number; rms: number } | undefined {
  const index = NearIndex.of(surface.places, most);
  return (place) => {
    const near = index.nearest(minus(place, surface.origin), NEIGHBOURS, most);
    const plane = near.length >= FEWEST ? fitPlane(near.map((i) => placeAt(surface, i))) : undefined;
    if (!plane) return undefined;
    const distance = dot(minus(place, plane.centre), plane.normal);
    return Math.abs(distance) > most ? undefined : { distance, rms: plane.rms };
  };
}

/**
 * How far points scatter off planes through their neighbours within `reach`: the median of `samples` of them. `places`:
 * three coordinates a point, near zero.
 */
export function scatterOf(places: Float64Array, reach: number, samples: number): number {
  const index = NearIndex.of(places, reach);
  const pointAt = (i: number): Vector3 => [places[3 * i]!, places[3 * i + 1]!, places[3 * i + 2]!];
  const count = places.length / 3;
  const every = Math.max(1, Math.ceil(count / samples));
  const rms: number[] = [];
  for (let i = 0; i < count; i += every) {
    const plane = fitPlane(index.nearest(pointAt(i), NEIGHBOURS, reach).map(pointAt));
    if (plane) rms.push(plane.rms);
  }
  return rms.length > 0 ? median(rms) : 0;
}

/** The box around places, and `most` more on each side. */
export function boxAround(places: readonly Vector3[], most: number): Extract<CloudRegion, { kind: 'box' }> {
  const min: Vector3 = [Infinity, Infinity, Infinity];
  const max: Vector3 = [-Infinity, -Infinity, -Infinity];
  for (const place of places)
    for (let axis = 0; axis < 3; axis++) {
      min[axis] = Math.min(min[axis]!, place[axis]! - most);
      max[axis] = Math.max(max[axis]!, place[axis]! + most);
    }
  return places.length === 0 ? { kind: 'box', min: [0, 0, 0], max: [0, 0, 0] } : { kind: 'box', min, max };
}
