import { arc } from '../../curves.ts';
import type { Vector } from './matrix.ts';

const DEGREE = Math.PI / 180;

/** A polyline whose segments may be arcs: the bulge is the tangent of a quarter of the angle. */
export function withBulges(
  places: readonly Vector[],
  bulges: readonly number[],
  closed: boolean,
): number[][] {
  const line: number[][] = [];
  const last = closed ? places.length : places.length - 1;
  if (places[0]) line.push([...places[0]]);
  for (let i = 0; i < last; i++) {
    const [from, to] = [places[i]!, places[(i + 1) % places.length]!];
    const bulge = bulges[i] ?? 0;
    if (!bulge || !Number.isFinite(bulge)) line.push([...to]);
    else line.push(...bulgeArc(from, to, bulge));
  }
  return line;
}

/** An arc from one position to another, without the first. */
export function bulgeArc(from: readonly number[], to: readonly number[], bulge: number): number[][] {
  const [dx, dy] = [to[0]! - from[0]!, to[1]! - from[1]!];
  const chord = Math.hypot(dx, dy);
  if (chord === 0) return [[...to]];
  const sweep = 4 * Math.atan(bulge);
  const offset = (1 - bulge * bulge) / (4 * bulge);
  const centre = [(from[0]! + to[0]!) / 2 - dy * offset, (from[1]! + to[1]!) / 2 + dx * offset];
  const radius = Math.hypot(from[0]! - centre[0]!, from[1]! - centre[1]!);
  return arc(centre, radius, Math.atan2(from[1]! - centre[1]!, from[0]! - centre[0]!), sweep, from, to);
}

/** A circle or part of it, degrees anticlockwise from `start` to `end`. */
export function circleArc([x, y, z]: Vector, radius: number, start: number, end: number): number[][] {
  const whole = start === end || Math.abs(end - start) === 360;
  let sweep = whole ? 360 : (((end - start) % 360) + 360) % 360;
  if (sweep === 0) sweep = 360;
  const at = (degrees: number) => [
    x + radius * Math.cos(degrees * DEGREE),
    y + radius * Math.sin(degrees * DEGREE),
    z,
  ];
  const first = at(start);
  return [
    first,
    ...arc([x, y], radius, start * DEGREE, sweep * DEGREE, first, sweep === 360 ? first : at(start + sweep)),
  ];
}

/** Steps of an ellipse. */
const STEPS = 90;

/** An ellipse or part of it: `major` from the centre to the end of the longer axis, parameters in radians. */
export function ellipseArc(
  centre: Vector,
  major: Vector,
  minor: Vector,
  start: number,
  end: number,
): number[][] {
  const turn = 2 * Math.PI;
  let sweep = end - start;
  if (!(Math.abs(sweep) <= turn + 1e-9)) sweep %= turn;
  if (sweep <= 0) sweep += turn;
  const steps = Math.max(2, Math.ceil((sweep / turn) * STEPS));
  const line: number[][] = [];
  for (let i = 0; i <= steps; i++) {
    const angle = start + (sweep * i) / steps;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    line.push([0, 1, 2].map((n) => centre[n]! + major[n]! * cos + minor[n]! * sin));
  }
  if (Math.abs(sweep - turn) < 1e-9) line[line.length - 1] = [...line[0]!];
  return line;
}

const MAX_CONTROLS = 100_000;
const PER_SPAN = 8;

/** A spline by its control points (de Boor's algorithm), rational where it has weights; undefined where it is unsound. */
export function splineLine(
  degree: number,
  knots: readonly number[],
  controls: readonly (readonly number[])[],
  weights: readonly number[],
): number[][] | undefined {
  const n = controls.length;
  if (degree < 1 || degree > 25 || n <= degree || n > MAX_CONTROLS) return undefined;
  const all = knots.length >= n + degree + 1 ? knots : uniform(n, degree);
  const rational = weights.length === n && weights.every((weight) => weight > 0);
  // In homogeneous coordinates.
  const places = controls.map((place, i) => {
    const weight = rational ? weights[i]! : 1;
    return [...place.map((value) => value * weight), weight];
  });
  const line: number[][] = [];
  for (let span = degree; span < n; span++) {
    const [from, to] = [all[span]!, all[span + 1]!];
    if (!(to > from)) continue;
    for (let step = 0; step < PER_SPAN; step++)
      line.push(deBoor(span, from + ((to - from) * step) / PER_SPAN, degree, all, places));
  }
  let last = n - 1;
  while (last > degree && !(all[last + 1]! > all[last]!)) last--;
  line.push(deBoor(last, all[n]!, degree, all, places));
  return line.every((place) => place.every(Number.isFinite)) ? line : undefined;
}

function uniform(n: number, degree: number): number[] {
  return Array.from({ length: n + degree + 1 }, (_, i) => Math.min(Math.max(i - degree, 0), n - degree));
}

function deBoor(
  span: number,
  t: number,
  degree: number,
  knots: readonly number[],
  places: readonly (readonly number[])[],
): number[] {
  const d = Array.from({ length: degree + 1 }, (_, j) => [...places[j + span - degree]!]);
  for (let r = 1; r <= degree; r++)
    for (let j = degree; j >= r; j--) {
      const i = j + span - degree;
      const width = knots[i + degree - r + 1]! - knots[i]!;
      const part = width === 0 ? 0 : (t - knots[i]!) / width;
      d[j] = d[j]!.map((value, axis) => (1 - part) * d[j - 1]![axis]! + part * value);
    }
  const place = d[degree]!;
  const weight = place.at(-1)!;
  return place.slice(0, -1).map((value) => value / weight);
}
