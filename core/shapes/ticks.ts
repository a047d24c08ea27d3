export interface Ticks {
  /** In metres. */
  readonly at: readonly number[];
  /** Decimals with which neighbours differ, in the unit. */
  readonly digits: number;
}

/** Round numbers of a unit (`unit` metres) between two values, at least `gap` apart where `scale` is the size of 1. */
export function ticks(from: number, to: number, scale: number, gap: number, unit = 1): Ticks {
  const rough = gap / scale / unit;
  if (!(rough > 0) || !Number.isFinite(rough) || !(to > from)) return { at: [], digits: 0 };
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => one >= rough * (1 - 1e-9))!;
  const first = Math.ceil(from / unit / step - 1e-9);
  const last = Math.floor(to / unit / step + 1e-9);
  return {
    at: Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * step * unit),
    digits: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)),
  };
}
