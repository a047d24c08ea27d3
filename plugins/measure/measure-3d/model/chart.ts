import type { Profile } from './profile.ts';

/** A profile scaled to a box: metres to pixels. */
export interface Chart {
  readonly width: number;
  readonly height: number;
  x(distance: number): number;
  y(height: number): number;
  /** Grid lines of heights and of distances, at round numbers. */
  readonly heights: readonly number[];
  readonly distances: readonly number[];
  /** Vertical exaggeration: the scale of heights over that of lengths. */
  readonly exaggeration: number;
}

export const LEFT = 48;
const TOP = 8;
const RIGHT = 10;
const BOTTOM = 20;

/** Undefined where nothing in the profile has a height. `unit`: metres of the unit of the grid lines. */
export function chartOf(
  { length, ground, line, objects }: Profile,
  width: number,
  height: number,
): Chart | undefined {
  const all = [...ground, ...line, ...objects];
  const heights = all.flatMap((at) => at.height ?? []);
  if (heights.length === 0) return undefined;
  const [min, max] = [Math.min(...heights), Math.max(...heights)];
  // A level profile is drawn in the middle, not along the edge.
  const padding = Math.max((max - min) * 0.08, 0.5);
  const [low, high] = [min - padding, max + padding];
  const [across, down] = [(width - LEFT - RIGHT) / length, (height - TOP - BOTTOM) / (high - low)];
  return {
    width,
    height,
    x: (distance) => LEFT + distance * across,
    y: (value) => TOP + (high - value) * down,
    heights: gridLines(low, high, 4),
    distances: gridLines(0, length, 4),
    exaggeration: down / across,
  };
}

/** About `count` round numbers from `low` to `high`. */
function gridLines(low: number, high: number, count: number): number[] {
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => one >= rough)!;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) => (first + i) * step);
}

/** The ground as an SVG path, broken where its height is unknown. */
export function pathOf(
  samples: readonly { distance: number; height: number | undefined }[],
  chart: Chart,
): string {
  let drawing = false;
  return samples
    .map(({ distance, height }) => {
      if (height === undefined) {
        drawing = false;
        return '';
      }
      const command = drawing ? 'L' : 'M';
      drawing = true;
      return `${command}${chart.x(distance).toFixed(1)} ${chart.y(height).toFixed(1)}`;
    })
    .join('');
}
