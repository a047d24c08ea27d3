import { ClipperOffset, EndType, JoinType, PolyTree64, type PolyPath64 } from 'clipper2-ts';
import { interpolate, Segments } from '#core/shapes';
import type { Spot } from './chart.ts';

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
  const outline = rings[0]![0]![2] === undefined ? undefined : new Segments(rings);
  const parts: Spot[][][] = [];
  const ringOf = (node: PolyPath64): Spot[] => {
    const ring = node.polygon!.map(({ x, y }): Spot => [ox + x * STEP, oy + y * STEP]);
    const high = outline ? raised(ring, outline) : ring;
    high.push(high[0]!);
    return high;
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

/** Places with the height of the outline where it is nearest to them. */
function raised(ring: readonly Spot[], outline: Segments<Spot>): Spot[] {
  const high: Spot[] = [];
  outline.nearestAlong(ring, (i, [a, b], share) => {
    high.push([ring[i]![0], ring[i]![1], interpolate(a, b, share)[2] ?? 0]);
  });
  return high;
}
