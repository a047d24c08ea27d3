import type { Chart } from './messages.ts';

/** The numbers of an axis at which a line is drawn, and between which everything lies. */
export interface Scale {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
}

const LINES = 4;

/** Round numbers around all values: steps of 1, 2 or 5 times a power of ten; whole ones around whole numbers. */
export function scaleOf(values: readonly number[], withZero = false): Scale {
  const all = withZero ? [0, ...values] : values;
  const [low, high] = all.reduce(([min, max], each) => [Math.min(min, each), Math.max(max, each)], [
    Infinity,
    -Infinity,
  ] as [number, number]);
  if (low > high) return { from: 0, to: 1, ticks: [0, 1] };
  const span = high - low || Math.abs(high) || 1;
  const power = 10 ** Math.floor(Math.log10(span / LINES));
  const fine = power * [1, 2, 5, 10].find((times) => span / (power * times) <= LINES + 1e-9)!;
  const step = all.every(Number.isInteger) ? Math.max(1, fine) : fine;
  // A step is no binary fraction: what is on a line of the chart may be beside it by the last digit.
  const first = Math.floor(low / step + 1e-9);
  const from = first * step;
  const to = Math.max(Math.ceil(high / step - 1e-9), first + 1) * step;
  const count = Math.round((to - from) / step);
  const ticks = Array.from({ length: count + 1 }, (_, n) => Number((from + n * step).toPrecision(12)));
  return { from: ticks[0]!, to: ticks.at(-1)!, ticks };
}

/** Places of the values on the axes from 0 to 1, across from the left and up from below; null is a gap. */
export function placesOf(chart: Chart): {
  across: Scale | undefined;
  up: Scale;
  x: readonly number[];
  y: readonly (readonly (number | null)[])[];
} {
  const { values } = chart.across;
  const numbers = values.filter((value): value is number => typeof value === 'number');
  const isNumeric = numbers.length === values.length && chart.form !== 'bars';
  const across = isNumeric ? scaleOf(numbers) : undefined;
  const up = scaleOf(
    chart.series.flatMap((series) => series.values.filter((value) => value !== null)),
    chart.form === 'bars',
  );
  const share = (value: number, { from, to }: Scale) => (value - from) / (to - from);
  return {
    across,
    up,
    x: values.map((value, n) => (across ? share(value as number, across) : (n + 0.5) / values.length)),
    y: chart.series.map((series) =>
      values.map((_, n) => {
        const value = series.values[n] ?? null;
        return value === null ? null : share(value, up);
      }),
    ),
  };
}
