import { ClipperOffset, EndType, JoinType, PolyTree64, type PolyPath64 } from 'clipper2-ts';
import Flatbush from 'flatbush';
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
  const heightAt = heightsOf(rings);
  const parts: Spot[][][] = [];
  const ringOf = (node: PolyPath64): Spot[] => {
    const ring = node.polygon!.map(({ x, y }): Spot => {
      const spot = [ox + x * STEP, oy + y * STEP] as const;
      return heightAt ? [...spot, heightAt(spot)] : spot;
    });
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

/** Finds the height of the outline where it is nearest to a place; undefined where it has none. */
function heightsOf(rings: readonly (readonly Spot[])[]): ((spot: Spot) => number) | undefined {
  if (rings[0]![0]![2] === undefined) return undefined;
  const edges = rings.flatMap((ring) => ring.slice(1).map((to, i) => [ring[i]!, to] as const));
  const index = new Flatbush(edges.length);
  for (const [a, b] of edges)
    index.add(Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1]));
  index.finish();
  let nearest = 0;
  return (spot) => {
    let best = { away: Infinity, height: 0 };
    const look = (edge: number): false => {
      const [a, b] = edges[edge]!;
      const { away, share } = toEdge(spot, a, b);
      if (away >= best.away) return false;
      best = { away, height: (a[2] ?? 0) + ((b[2] ?? 0) - (a[2] ?? 0)) * share };
      nearest = edge;
      return false;
    };
    // Places come one beside the other: the edge of the last one says how far has to be looked at most.
    look(nearest);
    const { away } = best;
    index.search(spot[0] - away, spot[1] - away, spot[0] + away, spot[1] + away, look);
    return best.height;
  };
}
