import { ClipperOffset, EndType, JoinType, PolyTree64, type PolyPath64 } from 'clipper2-ts';
import { toEdge, type Spot } from './chart.ts';

/** Steps of a metre that areas are computed in: a tenth of a millimetre. */
const STEP = 1e-4;

/**
 * Polygons whose outline runs `distance` metres outside that of another, inside where negative, with sharp corners; none
 * where nothing is left. Rings closed; a new vertex has the height of the nearest place of the outline.
 */
export function buffered(rings: readonly (readonly Spot[])[], distance: number): Spot[][][] {
  const [ox, oy] = rings[0]![0]!;
  const offset = new ClipperOffset(4);
  const paths = rings.map((ring) =>
    ring.slice(0, -1).map(([x, y]) => ({ x: Math.round((x - ox) / STEP), y: Math.round((y - oy) / STEP) })),
  );
  offset.addPaths(paths, JoinType.Miter, EndType.Polygon);
  const tree = new PolyTree64();
  offset.execute(distance / STEP, tree);
  const parts: Spot[][][] = [];
  const ringOf = (node: PolyPath64): Spot[] => {
    const ring = node.polygon!.map(({ x, y }) => withHeight([ox + x * STEP, oy + y * STEP], rings));
    return [...ring, ring[0]!];
  };
  const collect = (node: PolyPath64): void => {
    for (const shell of childrenOf(node)) {
      const holes = childrenOf(shell);
      parts.push([shell, ...holes].map(ringOf));
      holes.forEach(collect);
    }
  };
  collect(tree);
  return parts;
}

function childrenOf(node: PolyPath64): PolyPath64[] {
  return Array.from({ length: node.count }, (_, i) => node.child(i));
}

function withHeight(spot: Spot, rings: readonly (readonly Spot[])[]): Spot {
  if (rings[0]![0]![2] === undefined) return spot;
  let best = { away: Infinity, height: 0 };
  for (const ring of rings)
    for (let i = 0; i + 1 < ring.length; i++) {
      const [a, b] = [ring[i]!, ring[i + 1]!];
      const { away, share } = toEdge(spot, a, b);
      if (away < best.away) best = { away, height: (a[2] ?? 0) + ((b[2] ?? 0) - (a[2] ?? 0)) * share };
    }
  return [spot[0], spot[1], best.height];
}
