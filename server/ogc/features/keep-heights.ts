import type { Geometry, Position } from '#core/protocol';
import { interpolate, SegmentIndex } from '#core/shapes';
import { hasHeights, mapPositions, runsOf } from '../../formats/shapes.ts';

/** Degrees; a vertex that comes back within it, some tenths of a millimetre, was not moved. */
const SAME_PLACE = 4e-9;

/**
 * A geometry that was sent without heights, with those of the object that it replaces: QGIS reads and sends the
 * geometries of WFS without. A vertex that was not moved keeps its height; where there are as many as before, so does
 * one that was moved; any other has the height of the nearest place of the object. As in the workbench.
 */
export function keepHeights(before: Geometry, after: Geometry): Geometry {
  if (hasHeights(after) || !hasHeights(before)) return after;
  const vertices = verticesOf(before);
  const now = verticesOf(after);
  const unmoved = unmovedAmong(vertices);
  const heights = now.map((position, n) => {
    const inPlace = vertices[n];
    const vertex = inPlace && isSame(inPlace, position) ? inPlace : unmoved(position);
    return (vertex ?? (now.length === vertices.length ? inPlace : undefined))?.[2];
  });
  const others = [...now.keys()].filter((n) => heights[n] === undefined);
  const nearest = nearestHeights(
    before,
    others.map((n) => now[n]!),
  );
  for (const [k, n] of others.entries()) heights[n] = nearest[k];
  let n = 0;
  return mapPositions(after, ([x, y]) => {
    const height = heights[n++];
    return height === undefined ? [x, y] : [x, y, height];
  });
}

const verticesOf = (geometry: Geometry): Position[] => runsOf(geometry).flatMap(({ positions }) => positions);

function isSame([x, y]: Position, [toX, toY]: Position): boolean {
  return Math.abs(x - toX) < SAME_PLACE && Math.abs(y - toY) < SAME_PLACE;
}

/** Finds the vertex at a place, in time that does not grow with their number. */
function unmovedAmong(vertices: readonly Position[]): (place: Position) => Position | undefined {
  const cellOf = ([x, y]: Position) => [Math.floor(x / SAME_PLACE), Math.floor(y / SAME_PLACE)] as const;
  const cells = new Map<string, Position[]>();
  for (const vertex of vertices) {
    const key = cellOf(vertex).join(' ');
    const there = cells.get(key);
    if (there) there.push(vertex);
    else cells.set(key, [vertex]);
  }
  return (place) => {
    const [column, row] = cellOf(place);
    for (let x = column - 1; x <= column + 1; x++)
      for (let y = row - 1; y <= row + 1; y++) {
        const found = cells.get(`${x} ${y}`)?.find((vertex) => isSame(vertex, place));
        if (found) return found;
      }
    return undefined;
  };
}

/** Along the nearest segment, or of the nearest point where there are only points. */
function nearestHeights(geometry: Geometry, places: readonly Position[]): (number | undefined)[] {
  const heights: (number | undefined)[] = [];
  if (places.length === 0) return heights;
  const narrow = Math.cos((places[0]![1] * Math.PI) / 180);
  const inPlane = ([x, y, height]: Position): Position =>
    height === undefined ? [x * narrow, y] : [x * narrow, y, height];
  const runs = runsOf(geometry).map(({ positions }) => positions.map(inPlane));
  const index = new SegmentIndex(runs.map((run) => (run.length === 1 ? [run[0]!, run[0]!] : run)));
  index.nearestAlong(places.map(inPlane), (n, [a, b], share) => (heights[n] = interpolate(a, b, share)[2]));
  return heights;
}
