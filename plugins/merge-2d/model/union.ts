import { Clipper64, ClipType, FillRule, PolyTree64, type Path64, type PolyPath64 } from 'clipper2-ts';
import Flatbush from 'flatbush';
import { wound } from '#core/mapview';
import type { Position } from '#core/protocol';
import { TOLERANCE } from '#core/shapes';

type Rings = Position[][];

/** Steps of the whole numbers that areas are overlaid in: a tenth of the tolerance, 0.01 mm. */
const STEP = TOLERANCE / 10;

/**
 * The area that polygons cover together: where they touch or overlap they grow into one. Vertices that stay are those
 * that were given, to the last digit and with their heights; where outlines cross, the height is that of the edge there.
 * A vertex on another's edge (within the tolerance) counts as one of both, so that neighbours leave no slit.
 */
export function union(polygons: readonly Rings[]): Rings[] {
  const [ox, oy] = polygons[0]![0]![0]!;
  const outlines = noded(polygons.map((rings) => wound(rings)));
  const known = new Map<string, Position>();
  const grid = (vertex: Position) => {
    const at = { x: Math.round((vertex[0] - ox) / STEP), y: Math.round((vertex[1] - oy) / STEP) };
    const key = `${at.x} ${at.y}`;
    if (!known.has(key)) known.set(key, vertex);
    return at;
  };
  const paths = outlines.flatMap((rings) => rings.map((ring): Path64 => ring.slice(0, -1).map(grid)));
  const clipper = new Clipper64();
  clipper.addSubject(paths);
  const tree = new PolyTree64();
  clipper.execute(ClipType.Union, FillRule.NonZero, tree);

  const edges = outlines.flat();
  const ringOf = (path: Path64): Position[] => {
    const ring = path.map(({ x, y }): Position => {
      const given = known.get(`${x} ${y}`);
      return given ?? withHeight([ox + x * STEP, oy + y * STEP], edges);
    });
    return [...ring, ring[0]!];
  };
  const parts: Rings[] = [];
  const collect = (node: PolyPath64): void => {
    for (const shell of childrenOf(node)) {
      const holes = childrenOf(shell);
      parts.push(wound([shell, ...holes].map((each) => ringOf(each.polygon!))));
      holes.forEach(collect);
    }
  };
  collect(tree);
  return parts;
}

function childrenOf(node: PolyPath64): PolyPath64[] {
  return Array.from({ length: node.count }, (_, i) => node.child(i));
}

/** Rings with those vertices put in that other rings have on their edges. */
function noded(polygons: readonly Rings[]): Rings[] {
  const vertices = polygons.flat(2);
  const index = new Flatbush(vertices.length);
  for (const [x, y] of vertices) index.add(x, y, x, y);
  index.finish();
  const onEdge = (a: Position, b: Position): Position[] => {
    const found = index
      .search(
        Math.min(a[0], b[0]) - TOLERANCE,
        Math.min(a[1], b[1]) - TOLERANCE,
        Math.max(a[0], b[0]) + TOLERANCE,
        Math.max(a[1], b[1]) + TOLERANCE,
      )
      .map((i) => ({ vertex: vertices[i]!, ...shareOf(vertices[i]!, a, b) }))
      .filter(({ share, away }) => away <= TOLERANCE && share > 0 && share < 1)
      .filter(({ vertex }) => !near(vertex, a) && !near(vertex, b))
      .sort((one, next) => one.share - next.share);
    return found
      .filter(({ vertex }, i) => i === 0 || !near(vertex, found[i - 1]!.vertex))
      .map(({ vertex, share }) => raised(vertex, a, b, share));
  };
  return polygons.map((rings) =>
    rings.map((ring) =>
      ring.flatMap((vertex, i) => [vertex, ...(ring[i + 1] ? onEdge(vertex, ring[i + 1]!) : [])]),
    ),
  );
}

function withHeight(place: Position, rings: readonly Position[][]): Position {
  let best: { away: number; height: number | undefined } = { away: Infinity, height: undefined };
  for (const ring of rings)
    for (let i = 0; i + 1 < ring.length; i++) {
      const [a, b] = [ring[i]!, ring[i + 1]!];
      const { share, away } = shareOf(place, a, b);
      if (away < best.away) best = { away, height: raised(place, a, b, share)[2] };
    }
  return best.height === undefined ? place : [place[0], place[1], best.height];
}

/** The place with the height of the edge there. */
function raised([x, y]: Position, a: Position, b: Position, share: number): Position {
  return a[2] === undefined || b[2] === undefined ? [x, y] : [x, y, a[2] + (b[2] - a[2]) * share];
}

function shareOf(p: Position, a: Position, b: Position): { share: number; away: number } {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square;
  const share = Math.min(1, Math.max(0, along));
  return { share, away: Math.hypot(a[0] + share * dx - p[0], a[1] + share * dy - p[1]) };
}

function near(a: Position, b: Position): boolean {
  return Math.hypot(a[0] - b[0], a[1] - b[1]) <= TOLERANCE;
}
