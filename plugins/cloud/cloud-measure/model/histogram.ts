/** How many values there are from `from` on, in steps of one width. */
export interface Bins {
  readonly from: number;
  readonly step: number;
  readonly counts: readonly number[];
}

/** The same with bins that are `times` as wide. */
export function merged({ from, step, counts }: Bins, times: number): Bins {
  const sums = Array.from({ length: Math.ceil(counts.length / times) }, () => 0);
  for (const [i, count] of counts.entries()) sums[Math.floor(i / times)]! += count;
  return { from, step: step * times, counts: sums };
}

/** How many bins to merge so that about `bars` of them are from `-reach` to `reach`, with zero between two of them. */
export function binsPerBar({ step, counts }: Bins, reach: number, bars: number): number {
  let times = Math.max(1, Math.floor((2 * reach) / (bars * step)));
  while ((counts.length / 2) % times !== 0 && times > 1) times--;
  return times;
}
