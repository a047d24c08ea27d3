import { runsOf } from '#core/document';
import type { Geometry } from '#core/protocol';
import { nearestOnEdge, SegmentIndex } from '#core/shapes';
import type { Metric } from '#core/sketch';
import { chartOf } from './chart.ts';

/** Returns the largest distance of a vertex of `before` from `after` in metres; both are lines or outlines. */
export function deviation(before: Geometry, after: Geometry, metric: Metric): number {
  const chart = chartOf(before, metric);
  const spotsOf = (geometry: Geometry) =>
    runsOf(geometry).map(({ positions }) => positions.map((position) => chart.to(position)));
  const edges = new SegmentIndex(spotsOf(after));
  let max = 0;
  for (const spots of spotsOf(before))
    edges.nearestAlong(spots, (i, [a, b]) => {
      max = Math.max(max, nearestOnEdge(spots[i]!, a, b).distance);
    });
  return max;
}
