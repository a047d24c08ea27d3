import { ClipperOffset, EndType, JoinType, PolyTree64, type PolyPath64 } from 'clipper2-ts';
import { interpolate, SegmentIndex } from '#core/shapes';
import type { LocalPoint } from './chart.ts';

/** Grid of the area computation in metres: a tenth of a millimetre. */
const STEP = 1e-4;

/**
 * Returns polygons with the outline offset by `distance` metres, inward if negative, with sharp corners; none if
 * nothing remains. Rings are closed; a new vertex has the height of the nearest position on the outline.
 */
export function buffered(rings: readonly (readonly LocalPoint[])[], distance: number): LocalPoint[][][] {
  const [ox, oy] = rings[0]![0]!;
  const offset = new ClipperOffset(4);
  const paths = rings.map((ring) =>
    ring.slice(0, -1).map(([x, y]) => ({ x: Math.round((x - ox) / STEP), y: Math.round((y - oy) / STEP) })),
  );
  offset.addPaths(paths, JoinType.Miter, EndType.Polygon);
  const tree = new PolyTree64();
  offset.execute(distance / STEP, tree);
  const outline = rings[0]![0]![2] === undefined ? undefined : new SegmentIndex(rings);
  const parts: LocalPoint[][][] = [];
  const ringOf = (node: PolyPath64): LocalPoint[] => {
    const ring = node.polygon!.map(({ x, y }): LocalPoint => [ox + x * STEP, oy + y * STEP]);
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

/** Returns positions with the height of the nearest position on the outline. */
function raised(ring: readonly LocalPoint[], outline: SegmentIndex<LocalPoint>): LocalPoint[] {
  const high: LocalPoint[] = [];
  outline.nearestAlong(ring, (i, [a, b], share) => {
    high.push([ring[i]![0], ring[i]![1], interpolate(a, b, share)[2] ?? 0]);
  });
  return high;
}
