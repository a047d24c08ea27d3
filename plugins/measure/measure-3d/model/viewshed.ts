import { direct, inverse, seenFrom } from '#core/geodesy';
import type { Position } from '#core/protocol';

/** Number of rays, each with `STEPS` cells: limited by the ground heights per request. */
export const RAYS = 120;
export const STEPS = 80;
/** The usual coefficient of refraction: the share of the earth's curvature that refraction compensates. */
const REFRACTION = 0.13;
const RADIUS = 6_371_000;

/** The centres of all cells, ray by ray, clockwise from north, the nearest first. */
export function fanAround(eye: Position, radius: number, rays = RAYS, steps = STEPS): Position[] {
  return Array.from({ length: rays * steps }, (_, i): Position => {
    const [ray, step] = [Math.floor(i / steps), i % steps];
    return direct(eye, (360 * ray) / rays, (radius * (step + 0.5)) / steps);
  });
}

/**
 * Which positions are visible from the eye: those not hidden by a nearer one on their ray, by elevation angle in 3D,
 * so that the curvature of the earth is included. `target`: metres of the target above the ground. Positions without
 * a height are not visible, and hide nothing.
 */
export function seenAround(
  eye: Position,
  places: readonly Position[],
  heights: readonly (number | undefined)[],
  target: number,
  steps = STEPS,
): boolean[] {
  const see = seenFrom(eye);
  const angle = (place: Position, height: number): number => {
    const [east, north, up] = see([place[0], place[1], height]);
    const away = Math.hypot(east, north);
    return (up + (REFRACTION * away * away) / (2 * RADIUS)) / away;
  };
  let highest = -Infinity;
  return places.map((place, i) => {
    if (i % steps === 0) highest = -Infinity;
    const height = heights[i];
    if (height === undefined) return false;
    const seen = angle(place, height + target) >= highest;
    highest = Math.max(highest, angle(place, height));
    return seen;
  });
}

/** Square metres of each cell of a ray: its share of a ring around the eye. */
export function cellAreas(radius: number, rays = RAYS, steps = STEPS): number[] {
  return Array.from({ length: steps }, (_, step) => {
    const [inner, outer] = [(radius * step) / steps, (radius * (step + 1)) / steps];
    return (Math.PI * (outer * outer - inner * inner)) / rays;
  });
}

/** The visible areas: runs of visible cells along each ray, as wide as the ray. */
export function seenAreas(
  eye: Position,
  to: Position,
  seen: readonly boolean[],
  rays = RAYS,
  steps = STEPS,
): Position[][] {
  const radius = inverse(eye, to).distance;
  const areas: Position[][] = [];
  for (let ray = 0; ray < rays; ray++)
    for (let step = 0; step < steps; step++) {
      if (!seen[ray * steps + step]) continue;
      const begin = step;
      while (step + 1 < steps && seen[ray * steps + step + 1]) step++;
      const at = (side: number, ring: number): Position =>
        direct(eye, (360 * (ray + side)) / rays, (radius * ring) / steps);
      const ring = [at(-0.5, begin), at(-0.5, step + 1), at(0.5, step + 1), at(0.5, begin)];
      areas.push([...ring, ring[0]!]);
    }
  return areas;
}
