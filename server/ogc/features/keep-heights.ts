import type { Geometry, Position } from '#core/protocol';

/** Degrees; a vertex that comes back within it, some tenths of a millimetre, was not moved. */
const SAME_PLACE = 4e-9;

/** Whether it has heights, which an object has at all vertices or at none. */
export function hasHeights({ coordinates }: Geometry): boolean {
  return runsOf(coordinates).some((run) => run.some((position) => position.length > 2));
}

/**
 * A geometry that was sent without heights, with those of the object that it replaces: QGIS reads and sends the
 * geometries of WFS without. A vertex that was not moved keeps its height; where there are as many as before, so does
 * one that was moved; any other has the height of the nearest place of the object. As in the workbench.
 */
export function keepHeights(before: Geometry, after: Geometry): Geometry {
  if (hasHeights(after) || !hasHeights(before)) return after;
  const runs = runsOf(before.coordinates);
  const all = runs.flat();
  const isCountKept = runsOf(after.coordinates).flat().length === all.length;
  let n = 0;
  const heightAt = (position: Position): number => {
    const inPlace = all[n++];
    const unmoved =
      inPlace && isSame(inPlace, position) ? inPlace : all.find((each) => isSame(each, position));
    return (unmoved ?? (isCountKept ? inPlace : undefined))?.[2] ?? nearestHeight(runs, position);
  };
  const raised = (value: unknown): unknown => {
    const nested = value as unknown[];
    if (Array.isArray(nested[0])) return nested.map(raised);
    const position = value as Position;
    return [position[0], position[1], heightAt(position)];
  };
  return { ...after, coordinates: raised(after.coordinates) } as Geometry;
}

function isSame([x, y]: Position, [toX, toY]: Position): boolean {
  return Math.abs(x - toX) < SAME_PLACE && Math.abs(y - toY) < SAME_PLACE;
}

/** Lines, rings and single positions. */
function runsOf(value: unknown): Position[][] {
  const nested = value as unknown[];
  if (!Array.isArray(nested[0])) return [[nested as unknown as Position]];
  const isRun = !Array.isArray((nested[0] as unknown[])[0]);
  return isRun ? [nested as Position[]] : nested.flatMap(runsOf);
}

/** Interpolated along the nearest segment. */
function nearestHeight(runs: readonly Position[][], position: Position): number {
  const narrow = Math.cos((position[1] * Math.PI) / 180);
  let [nearest, height] = [Infinity, 0];
  for (const run of runs)
    for (const [n, from] of run.entries()) {
      const to = run[n + 1] ?? from;
      const [dx, dy] = [(to[0] - from[0]) * narrow, to[1] - from[1]];
      const [px, py] = [(position[0] - from[0]) * narrow, position[1] - from[1]];
      const squared = dx * dx + dy * dy;
      const along = squared === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / squared));
      const distance = Math.hypot(px - along * dx, py - along * dy);
      if (distance >= nearest) continue;
      nearest = distance;
      height = (from[2] ?? 0) + along * ((to[2] ?? 0) - (from[2] ?? 0));
    }
  return height;
}
