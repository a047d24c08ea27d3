import type { CloudMeasured } from '#core/protocol';
import type { CloudComparison } from '#plugins/cloud/point-cloud/api';
import { binsPerBar, merged, type Bins } from './histogram.ts';

export type Deviated = Extract<CloudMeasured, { measure: 'deviation' }>;

/** Share of the points at each end that the colours do not spread to. */
const TAIL = 0.02;
/** Of the histogram, over the range of the colours. */
const BARS = 40;

interface Words {
  /** Metres per unit of the view. */
  readonly unit: number;
  /** Metres; undefined: none. */
  readonly tolerance?: number | undefined;
  readonly nameOf: (cloudId: string) => string;
  readonly number: (value: number) => string;
  readonly t: (key: string, values: Record<string, string | number>) => string;
}

/** What the points of a cloud are coloured by: the colours of both signs reach equally far. */
export function comparisonOf(
  { source, other, deviation }: Deviated,
  { unit, tolerance, nameOf, number, t }: Words,
): CloudComparison | undefined {
  if (!deviation) return undefined;
  const { from, step, counts } = deviation.histogram;
  const bins: Bins = { from: from * unit, step: step * unit, counts };
  const reach = reachOf(bins);
  const { content, edits } = source;
  return {
    cloudId: source.cloudId,
    from: other.cloudId,
    most: -bins.from,
    content,
    fromContent: other.content,
    range: [-reach, reach],
    tolerance,
    withinShare: deviation.within === null ? undefined : deviation.within / Math.max(1, deviation.compared),
    histogram: merged(bins, binsPerBar(bins, reach, BARS)),
    source: [
      t('deviation.source.from', { name: nameOf(other.cloudId), content: other.content }),
      t('deviation.source.to', { name: nameOf(source.cloudId), content, edits }),
      ...(source.complete ? [] : [t('deviation.source.part', { points: number(source.points) })]),
    ],
  };
}

/** The distance from zero that all but the outermost points stay within. */
function reachOf({ from, step, counts }: Bins): number {
  const most = TAIL * counts.reduce((sum, count) => sum + count, 0);
  const edge = (bars: readonly number[]): number => {
    let sum = 0;
    return bars.findIndex((count) => (sum += count) > most);
  };
  const low = from + step * edge(counts);
  const high = -from - step * edge(counts.toReversed());
  return Math.max(step, Math.abs(low), Math.abs(high));
}
