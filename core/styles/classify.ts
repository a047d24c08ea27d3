/** What the server says of the numbers of a field: quantiles from the least to the greatest value, evenly spaced. */
export interface NumberSummary {
  readonly min: number;
  readonly max: number;
  readonly quantiles: readonly number[];
}

export type BreakMethod = 'equal' | 'quantile' | 'jenks' | 'pretty';

/**
 * The limits of `count` classes, from the least to the greatest value; fewer where values coincide. Of `pretty` the number is
 * about `count`. Natural breaks (Jenks, by Fisher's exact method) are those of the quantiles.
 */
export function breaksOf(
  method: BreakMethod,
  { min, max, quantiles }: NumberSummary,
  count: number,
): number[] {
  if (min === max) return [min, max];
  switch (method) {
    case 'equal':
      return distinct(steps(count).map((n) => (n === count ? max : min + ((max - min) * n) / count)));
    case 'quantile': {
      const last = quantiles.length - 1;
      return distinct(steps(count).map((n) => quantiles[Math.round((last * n) / count)]!));
    }
    case 'pretty':
      return pretty(min, max, count);
    case 'jenks':
      return jenks(quantiles, count);
  }
}

function steps(count: number): number[] {
  return Array.from({ length: count + 1 }, (_, n) => n);
}

function distinct(sorted: readonly number[]): number[] {
  return sorted.filter((value, n) => n === 0 || value > sorted[n - 1]!);
}

/** Multiples of 1, 2 or 5 times a power of ten, which enclose all values. */
function pretty(min: number, max: number, count: number): number[] {
  const rough = (max - min) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough * 0.999) ?? 10 * power;
  const [first, last] = [Math.floor(min / step), Math.ceil(max / step)];
  return Array.from({ length: last - first + 1 }, (_, n) => Number(((first + n) * step).toPrecision(12)));
}

/** The limits with the least squares of differences from the means of the classes, found exactly. */
function jenks(values: readonly number[], wanted: number): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  const size = sorted.length;
  const count = Math.min(wanted, new Set(sorted).size);
  const [sums, squares] = [[0], [0]];
  for (const value of sorted) {
    sums.push(sums.at(-1)! + value);
    squares.push(squares.at(-1)! + value * value);
  }
  /** Squared differences within the values `from` to before `to`. */
  const spread = (from: number, to: number) => {
    const sum = sums[to]! - sums[from]!;
    return squares[to]! - squares[from]! - (sum * sum) / (to - from);
  };
  let best = sorted.map((_, n) => spread(0, n + 1));
  const starts: number[][] = [];
  for (let k = 1; k < count; k++) {
    const next: number[] = Array<number>(size).fill(Infinity);
    const start: number[] = Array<number>(size).fill(0);
    for (let to = k; to < size; to++)
      for (let from = k; from <= to; from++) {
        const cost = best[from - 1]! + spread(from, to + 1);
        if (cost < next[to]!) [next[to], start[to]] = [cost, from];
      }
    best = next;
    starts.push(start);
  }
  const limits = [sorted[size - 1]!];
  let to = size - 1;
  for (const start of starts.reverse()) {
    const from = start[to]!;
    limits.unshift(sorted[from]!);
    to = from - 1;
  }
  return distinct([sorted[0]!, ...limits]);
}
