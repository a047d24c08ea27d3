import { direct, inverse, seenFrom } from '#core/geodesy';
import type { Position } from '#core/protocol';

/** Looked so many ways around, each in so many steps: what the ground is asked for at a time. */
export const RAYS = 120;
export const STEPS = 80;
/** How much of the earth's curve the air bends sight back: the usual coefficient of refraction. */
const REFRACTION = 0.13;
const RADIUS = 6_371_000;

/** The places that are looked at, ray by ray, clockwise from north, the nearest first: the middle of each cell. */
export function fanAround(eye: Position, radius: number, rays = RAYS, steps = STEPS): Position[] {
  return Array.from({ length: rays * steps }, (_, i): Position => {
    const [ray, step] = [Math.floor(i / steps), i % steps];
    return direct(eye, (360 * ray) / rays, (radius * (step + 0.5)) / steps);
  });
}

/**
 * Which of the places are seen from the eye: those that nothing nearer on their ray stands before. By the angle above the
 * horizon in space, so that the curve of the earth counts; `target`: metres above the ground of what is to be seen. What
 * has no height is not known to be seen, and hides nothing.
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

/** Square metres of each cell of a ray: of a ring of the fan, a share. */
export function cellAreas(radius: number, rays = RAYS, steps = STEPS): number[] {
  return Array.from({ length: steps }, (_, step) => {
    const [inner, outer] = [(radius * step) / steps, (radius * (step + 1)) / steps];
    return (Math.PI * (outer * outer - inner * inner)) / rays;
  });
}

/** What is seen, as areas: along each ray what follows on one another, as wide as the ray. */
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
