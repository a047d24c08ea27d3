import { runsOf } from '#core/document';
import type { Geometry } from '#core/protocol';
import { nearestOnEdge, SegmentIndex } from '#core/shapes';
import type { Metric } from '#core/sketch';
import { chartOf } from './chart.ts';

/** Returns the largest distance of a vertex of `before` from `after` in metres; both are lines or outlines. */
export function deviation(before: Geometry, after: Geometry, metric: Metric): number {
  const chart = chartOf(before, metric);
  const pointsOf = (geometry: Geometry) =>
    runsOf(geometry).map(({ positions }) => positions.map((position) => chart.to(position)));
  const edges = new SegmentIndex(pointsOf(after));
  let max = 0;
  for (const points of pointsOf(before))
    edges.nearestAlong(points, (i, [a, b]) => {
      max = Math.max(max, nearestOnEdge(points[i]!, a, b).distance);
    });
  return max;
}
