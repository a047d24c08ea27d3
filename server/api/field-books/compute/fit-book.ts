import { fitPlaces, fullCircle, PLANE_FIT_NEEDS, type PlacesFit } from '#core/geodesy';
import type { FieldBookFit, FieldBookResult, FieldBookSettings } from '#core/protocol';
import { ellipseOf } from './adjust.ts';

type Fit = NonNullable<FieldBookSettings['fit']>;

/** The longest arrow, as a share of how far the points reach. */
const LONGEST_ARROW = 0.1;

/**
 * Fits the points of a book in coordinates of its own to control points of the same names, and moves all of them, with
 * their ellipses and orientations. Traverses stay as they are. False: it cannot be fitted, which is said as a problem.
 */
export function fitBook(result: FieldBookResult, { method, targets }: Fit): boolean {
  const places = new Map(result.points.map(({ name, east, north }) => [name, [east, north] as const]));
  const found = targets.flatMap(({ name, east, north, isUsed }) => {
    const from = places.get(name);
    return from ? [{ name, from, to: [east, north] as const, isUsed }] : [];
  });
  const missing = targets.filter(({ name }) => !places.has(name)).map(({ name }) => name);
  const say = (kind: string, values: Record<string, string | number>) => {
    result.problems.unshift({ kind, values });
    result.problemCount++;
  };
  if (missing.length > 0)
    say('fit-missing', { names: missing.slice(0, 10).join(', '), count: missing.length });
  const used = found.filter(({ isUsed }) => isUsed);
  const fit = fitPlaces(method, used);
  if (!fit) {
    say('fit-few', { count: used.length, needed: PLANE_FIT_NEEDS[method] });
    return false;
  }
  const residuals = found.map(({ name, from, to, isUsed }) => {
    const [east, north] = fit.put(from);
    return { name, east: to[0] - east, north: to[1] - north, isUsed, arrow: null };
  });
  const squares = residuals.reduce((sum, one) => sum + (one.isUsed ? one.east ** 2 + one.north ** 2 : 0), 0);
  const sigma = fit.freedom > 0 ? Math.sqrt(squares / fit.freedom) : null;
  const [ofScale] = fit.ofScale;
  const ofMatrix = sigma === null ? null : sigma * Math.sqrt(ofScale);
  result.fit = {
    method,
    scale: [fit.scale[0], fit.scale[1]],
    turn: fit.turn,
    sigma,
    sigmaScale: method === 'rigid' ? null : ofMatrix,
    sigmaTurn: ofMatrix === null ? null : (ofMatrix * 180) / Math.PI,
    points: residuals,
    enlarged: 1,
  };
  for (const point of result.points) move(point, fit, sigma);
  for (const station of result.stations)
    if (station.orientation !== null) station.orientation = fullCircle(station.orientation + fit.turn);
  return true;
}

/** A point with its ellipse, to which the uncertainty of the fit is added. */
function move(point: FieldBookResult['points'][number], fit: PlacesFit, sigma: number | null): void {
  const before = [point.east, point.north] as const;
  [point.east, point.north] = fit.put(before);
  if (!point.ellipse) return;
  const { major, minor, azimuth } = point.ellipse;
  const [sin, cos] = [Math.sin((azimuth * Math.PI) / 180), Math.cos((azimuth * Math.PI) / 180)];
  // Of east, of both, and of north.
  const [ee, en, nn] = [
    (major * sin) ** 2 + (minor * cos) ** 2,
    (major ** 2 - minor ** 2) * sin * cos,
    (major * cos) ** 2 + (minor * sin) ** 2,
  ];
  const [a, b, c, d] = fit.matrix;
  const own = (sigma ?? 0) ** 2 * fit.cofactor(before);
  point.ellipse = ellipseOf(
    a * a * ee + 2 * a * b * en + b * b * nn + own,
    a * c * ee + (a * d + b * c) * en + b * d * nn,
    c * c * ee + 2 * c * d * en + d * d * nn + own,
  );
}

/** Draws what is left as arrows, in longitude and latitude. */
export function drawArrows(
  fit: FieldBookFit,
  points: FieldBookResult['points'],
  degreesOf: (east: number, north: number) => readonly [number, number, ...number[]],
): void {
  const longest = Math.max(...fit.points.map(({ east, north }) => Math.hypot(east, north)));
  if (!(longest > 1e-6)) return;
  const reach = (of: (point: FieldBookResult['points'][number]) => number) => {
    const values = points.map(of);
    return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
  };
  const across = Math.hypot(
    reach(({ east }) => east),
    reach(({ north }) => north),
  );
  const wanted = (across * LONGEST_ARROW) / longest;
  fit.enlarged = Math.max(1, 10 ** Math.floor(Math.log10(wanted)));
  const places = new Map(points.map((point) => [point.name, point]));
  for (const one of fit.points) {
    const { east, north } = places.get(one.name)!;
    const ends = [
      [east, north],
      [east + one.east * fit.enlarged, north + one.north * fit.enlarged],
    ] as const;
    const [from, to] = ends.map(([x, y]) => degreesOf(x, y));
    one.arrow = [
      [from![0], from![1]],
      [to![0], to![1]],
    ];
  }
}
