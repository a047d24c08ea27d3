/** Share of the values at each end that colours do not spread to: few points are that dark or bright. */
const TAIL = 0.02;
/** The same of heights: roofs and trees are few points, and still seen. */
const HEIGHT_TAIL = 0.005;
/** Classes of low points and noise. */
export const NOISE: ReadonlySet<number> = new Set([7, 18]);

/** What colours are spread over. */
export function spreadOf(values: Uint16Array | Float32Array, tail = TAIL): readonly [number, number] {
  const sorted = values.filter(Number.isFinite).toSorted();
  const low = sorted[Math.floor(sorted.length * tail)] ?? 0;
  const high = sorted[Math.ceil((sorted.length - 1) * (1 - tail))] ?? 1;
  return [low, high > low ? high : low + 1];
}

/** The same of heights, without the noise far above and below; undefined: there is nothing else. */
export function spreadOfHeights(
  heights: Float32Array,
  classes: Uint8Array,
): readonly [number, number] | undefined {
  const sound = heights.filter((_, i) => !NOISE.has(classes[i]!));
  return sound.length === 0 ? undefined : spreadOf(sound, HEIGHT_TAIL);
}
