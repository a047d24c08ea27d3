import { distance, inverse } from '#core/geodesy';
import type { Geometry, Position } from '#core/protocol';
import type { Pixel } from './contract.ts';
import { between } from './paths.ts';
import type { Projection } from './plane.ts';

/** An edge of an object, and where its ends are on the screen. */
export interface Edge {
  readonly id: string;
  readonly from: Position;
  readonly to: Position;
  readonly a: Pixel;
  readonly b: Pixel;
}

/**
 * Where the edge is met at a right angle from `origin`, on the ellipsoid; undefined where that is beyond its ends.
 * Found on the screen, whose map keeps angles, and made exact by two steps along the edge.
 */
export function footOf(
  view: Pick<Projection, 'toPixel'>,
  origin: Position,
  edge: Edge,
): Position | undefined {
  const { from, to, a, b } = edge;
  const o = view.toPixel(origin);
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const square = dx * dx + dy * dy;
  if (!o || square === 0) return undefined;
  let share = ((o[0] - a[0]) * dx + (o[1] - a[1]) * dy) / square;
  for (let step = 0; step < 2; step++) {
    if (!(share >= 0 && share <= 1)) return undefined;
    share += alongTheEdge(edge, share, origin);
  }
  if (!(share >= 0 && share <= 1)) return undefined;
  const foot = between(from, to, share);
  // Whoever starts on the edge has no right angle to make with it.
  return distance(origin, foot) < TOUCHING ? undefined : foot;
}

/** Metres at which a line counts as starting on an edge. */
const TOUCHING = 1e-4;
/** Metres near enough to nothing that a direction has no meaning. */
const NOTHING = 1e-6;

/** How far `origin` still lies ahead of the place at `share`, along the edge; as a share of it. */
function alongTheEdge({ from, to }: Edge, share: number, origin: Position): number {
  const foot = between(from, to, share);
  const sight = inverse(foot, origin);
  const ahead = inverse(foot, share < 0.5 ? to : from);
  if (sight.distance < NOTHING || ahead.distance < NOTHING) return 0;
  const angle = ((sight.azimuth - ahead.azimuth) * Math.PI) / 180;
  const metres = sight.distance * Math.cos(angle);
  return share < 0.5 ? (metres / ahead.distance) * (1 - share) : -(metres / ahead.distance) * share;
}

/**
 * The place nearest to the pointer on the straight continuation of an edge beyond one of its ends, no further than
 * `reach` pixels from that end; `end` is where it begins. It has no height: none was measured there.
 */
export function extensionAt(
  pixel: Pixel,
  { from, to, a, b }: Edge,
  reach: number,
): { position: Position; end: Position } | undefined {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const square = dx * dx + dy * dy;
  if (square === 0) return undefined;
  const share = ((pixel[0] - a[0]) * dx + (pixel[1] - a[1]) * dy) / square;
  if (share >= 0 && share <= 1) return undefined;
  const beyond = (share < 0 ? -share : share - 1) * Math.sqrt(square);
  if (beyond > reach) return undefined;
  const [longitude, latitude] = between(from, to, share);
  return { position: [longitude, latitude], end: share < 0 ? from : to };
}

const centres = new WeakMap<Geometry, readonly Position[]>();

/** The centres of gravity of a geometry's areas, one a part; of a circle that is its centre. */
export function centresOf(geometry: Geometry): readonly Position[] {
  if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return [];
  const known = centres.get(geometry);
  if (known) return known;
  const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const made = parts.flatMap((rings) => (rings[0] ? centreOf(rings[0]) : []));
  centres.set(geometry, made);
  return made;
}

/** From the first vertex on, so that the digits of small areas far from the origin are not lost. */
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
