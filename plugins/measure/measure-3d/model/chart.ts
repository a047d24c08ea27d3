import type { Profile } from './profile.ts';

/** A profile scaled to a box: metres to pixels. */
/** Grid lines at round numbers of a unit. */
export interface GridLines {
  /** Metres. */
  readonly at: readonly number[];
  /** Decimals with which the label of each differs from the next. */
  readonly digits: number;
}

export interface ProfileChart {
  readonly width: number;
  readonly height: number;
  x(distance: number): number;
  y(height: number): number;
  readonly heights: GridLines;
  readonly distances: GridLines;
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
  unit = 1,
): ProfileChart | undefined {
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
    heights: gridLines(low, high, unit),
    distances: gridLines(0, length, unit),
    exaggeration: down / across,
  };
}

/** About this number of lines. */
const LINES = 4;
/** Hides the rounding error of 0.3 / 0.1. */
const ROUNDING = 1e-9;

function gridLines(from: number, to: number, unit: number): GridLines {
  const [low, high] = [from / unit, to / unit];
  const rough = (high - low) / LINES;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => one >= rough)!;
  const [first, last] = [Math.ceil(low / step - ROUNDING), Math.floor(high / step + ROUNDING)];
  return {
    at: Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step * unit),
    digits: Math.max(0, -Math.floor(Math.log10(step) + ROUNDING)),
  };
}

/** The ground as an SVG path, broken where its height is unknown. */
export function pathOf(
  samples: readonly { distance: number; height: number | undefined }[],
  chart: ProfileChart,
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
