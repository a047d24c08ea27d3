import { distance, inverse } from '#core/geodesy';
import type { Geometry, Position } from '#core/protocol';
import { interpolate } from '#core/shapes';
import type { Pixel } from './contract.ts';
import type { ScreenEdge } from './snap-near.ts';

/** The approximate foot of a perpendicular on an edge. */
export interface PerpendicularFoot {
  readonly edge: ScreenEdge;
  readonly share: number;
  /** CSS pixels to the pointer, plus or minus `doubt`. */
  readonly distance: number;
  readonly doubt: number;
}

/**
 * Returns the foot on `edge` of the perpendicular from `origin`, computed on the screen; undefined if it is certainly
 * beyond the ends. The map is conformal, but its straight lines are not geodesics: over some degrees of longitude
 * they deviate by less than that angle, and an edge, which is straight in degrees, is drawn with uneven steps over
 * degrees of latitude.
 */
export function footOnScreen(
  pixel: Pixel,
  origin: { readonly position: Position; readonly at: Pixel },
  edge: ScreenEdge,
): PerpendicularFoot | undefined {
  const { from, to, a, b } = edge;
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const square = dx * dx + dy * dy;
  if (square === 0) return undefined;
  const share = ((origin.at[0] - a[0]) * dx + (origin.at[1] - a[1]) * dy) / square;
  const [x, y] = [a[0] + share * dx, a[1] + share * dy];
  const length = Math.sqrt(square);
  const turned = Math.hypot(origin.at[0] - x, origin.at[1] - y) * Math.abs(origin.position[0] - from[0]);
  const uneven = length * Math.abs(to[1] - from[1]);
  const doubt = ROUNDING + ((turned + uneven) * Math.PI) / 180;
  if (share * length < -doubt || (share - 1) * length > doubt) return undefined;
  return { edge, share, distance: Math.hypot(x - pixel[0], y - pixel[1]), doubt };
}

/**
 * Returns the foot of the perpendicular from `origin` on the ellipsoid; undefined if it is beyond the ends of the
 * edge. Starts with the result from the screen and corrects it by two steps along the edge.
 */
export function footOf(origin: Position, { edge, share: seeming }: PerpendicularFoot): Position | undefined {
  let share = Math.max(0, Math.min(1, seeming));
  for (let step = 0; step < 2; step++) {
    if (!(share >= 0 && share <= 1)) return undefined;
    share += alongTheEdge(edge, share, origin);
  }
  if (!(share >= 0 && share <= 1)) return undefined;
  const foot = interpolate(edge.from, edge.to, share);
  // A line that starts on the edge has no perpendicular to it.
  return distance(origin, foot) < TOUCHING ? undefined : foot;
}

/** Differences up to this many CSS pixels are rounding. */
const ROUNDING = 0.1;
/** Distance in metres at which a line counts as starting on an edge. */
const TOUCHING = 1e-4;
/** Below this distance in metres a direction has no meaning. */
const NOTHING = 1e-6;

/**
 * Returns how far `origin` is ahead of the position at `share`, measured along the edge, as a fraction of the edge.
 */
function alongTheEdge({ from, to }: ScreenEdge, share: number, origin: Position): number {
  const foot = interpolate(from, to, share);
  const direction = inverse(foot, origin);
  const ahead = inverse(foot, share < 0.5 ? to : from);
  if (direction.distance < NOTHING || ahead.distance < NOTHING) return 0;
  const angle = ((direction.azimuth - ahead.azimuth) * Math.PI) / 180;
  const metres = direction.distance * Math.cos(angle);
  return share < 0.5 ? (metres / ahead.distance) * (1 - share) : -(metres / ahead.distance) * share;
}

/**
 * Returns the position nearest to the pointer on the straight continuation of an edge beyond one of its ends, at most
 * `reach` pixels from that end; `end` is where the continuation begins. It has no height, because none was measured
 * there.
 */
export function extensionAt(
  pixel: Pixel,
  { from, to, a, b }: ScreenEdge,
  reach: number,
): { position: Position; end: Position } | undefined {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const square = dx * dx + dy * dy;
  if (square === 0) return undefined;
  const share = ((pixel[0] - a[0]) * dx + (pixel[1] - a[1]) * dy) / square;
  if (share >= 0 && share <= 1) return undefined;
  const beyond = (share < 0 ? -share : share - 1) * Math.sqrt(square);
  if (beyond > reach) return undefined;
  const [longitude, latitude] = interpolate(from, to, share);
  return { position: [longitude, latitude], end: share < 0 ? from : to };
}

const centres = new WeakMap<Geometry, readonly Position[]>();

/** Returns the centroids of a geometry's areas, one per part; for a circle that is its centre. */
export function centresOf(geometry: Geometry): readonly Position[] {
  if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return [];
  const known = centres.get(geometry);
  if (known) return known;
  const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const made = parts.flatMap((rings) => (rings[0] ? centreOf(rings[0]) : []));
  centres.set(geometry, made);
  return made;
}

/** Relative to the first vertex, so that the digits of small areas far from the origin are not lost. */
function centreOf(ring: readonly Position[]): Position[] {
  const [x0, y0] = ring[0]!;
  let twice = 0;
  let [x, y] = [0, 0];
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = [ring[i - 1]![0] - x0, ring[i - 1]![1] - y0];
    const [bx, by] = [ring[i]![0] - x0, ring[i]![1] - y0];
    const cross = ax * by - bx * ay;
    twice += cross;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  }
  return twice === 0 ? [] : [[x0 + x / (3 * twice), y0 + y / (3 * twice)]];
}
