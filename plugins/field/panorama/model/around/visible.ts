import type { Vector } from '#core/geodesy';

/** Of a line, radians as seen from the camera, between places that are looked at; and the most of one segment. */
const STEP = (0.5 * Math.PI) / 180;
const MOST_STEPS = 200;
/** Of an area: the most halvings of a triangle. */
const MOST_HALVINGS = 6;

/** The runs of a line that are not hidden; east, north and up of the camera. */
export function visibleRuns(places: readonly Vector[], hides: (place: Vector) => boolean): Vector[][] {
  const parts: Vector[][] = [];
  let part: Vector[] | undefined;
  const add = (place: Vector, isHidden: boolean) => {
    if (isHidden) part = undefined;
    else if (part) part.push(place);
    else parts.push((part = [place]));
  };
  places.forEach((to, i) => {
    const from = places[i - 1];
    if (from) {
      const steps = Math.min(MOST_STEPS, Math.ceil(angleBetween(from, to) / STEP));
      for (let n = 1; n < steps; n++) {
        const place = mixed(from, to, n / steps);
        add(place, hides(place));
      }
    }
    add(to, hides(to));
  });
  return parts.filter(({ length }) => length > 1);
}

/** The parts of triangles that are not hidden, as triangles. */
export function visibleFaces(
  triangles: readonly (readonly [Vector, Vector, Vector])[],
  hides: (place: Vector) => boolean,
): Vector[][] {
  const faces: Vector[][] = [];
  const look = (a: Vector, b: Vector, c: Vector, halvings: number): void => {
    const [ab, bc, ca] = [angleBetween(a, b), angleBetween(b, c), angleBetween(c, a)];
    const longest = Math.max(ab, bc, ca);
    if (longest <= 2 * STEP || halvings === 0) {
      if (!hides(mixed(mixed(a, b, 0.5), c, 1 / 3))) faces.push([a, b, c, a]);
    } else if (longest === ab) halve(a, b, c, halvings);
    else if (longest === bc) halve(b, c, a, halvings);
    else halve(c, a, b, halvings);
  };
  const halve = (a: Vector, b: Vector, c: Vector, halvings: number) => {
    const middle = mixed(a, b, 0.5);
    look(a, middle, c, halvings - 1);
    look(middle, b, c, halvings - 1);
  };
  for (const [a, b, c] of triangles) look(a, b, c, MOST_HALVINGS * 2);
  return faces;
}

function angleBetween(a: Vector, b: Vector): number {
  const cosine = (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) / (Math.hypot(...a) * Math.hypot(...b) || 1);
  return Math.acos(Math.min(1, Math.max(-1, cosine)));
}

const mixed = (a: Vector, b: Vector, part: number): Vector => [
  a[0] + (b[0] - a[0]) * part,
  a[1] + (b[1] - a[1]) * part,
  a[2] + (b[2] - a[2]) * part,
];
