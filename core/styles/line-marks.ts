import type { MapSymbol } from '#core/protocol';
import type { MarkerPath } from './markers.ts';

/** Spaces between arrows and ticks, in widths of the line, and at least in CSS pixels of a usual screen. */
const ARROWS = { widths: 20, least: 48 };
const TICKS = { widths: 4, least: 7 };

/** How a line with marks is drawn; `width` in the unit of its coordinates. */
export interface MarkedLine {
  readonly width: number;
  readonly line?: MapSymbol['line'];
}

/** The distance between two marks, in the unit of the width; `pixel`: how many of it a CSS pixel has, one to two count. */
export function markSpacing({ width, line }: MarkedLine, pixel: number): number {
  const { widths, least } = line === 'arrows' ? ARROWS : TICKS;
  return Math.max(widths * width, least * Math.min(2, Math.max(1, pixel)));
}

/**
 * Traces one mark of a line that runs in the direction `east`, `south` (of length 1): an arrow, to be filled, or a tick,
 * to be stroked. y grows downwards.
 */
export function traceMark(
  path: Pick<MarkerPath, 'moveTo' | 'lineTo' | 'closePath'>,
  { width, line }: MarkedLine,
  x: number,
  y: number,
  east: number,
  south: number,
): void {
  const size = 2 * width + 4;
  if (line === 'arrows') {
    path.moveTo(x + east * size, y + south * size);
    path.lineTo(x - (east + south * 0.7) * size * 0.7, y - (south - east * 0.7) * size * 0.7);
    path.lineTo(x - (east - south * 0.7) * size * 0.7, y - (south + east * 0.7) * size * 0.7);
    path.closePath();
    return;
  }
  // y grows downwards: left of the direction is (south, -east).
  const side = line === 'ticks-left' ? 1 : -1;
  path.moveTo(x, y);
  path.lineTo(x + side * south * size, y - side * east * size);
}

/** A line beside another, to the left for a positive distance; corners are mitred, sharp ones at most twice as far. */
export function offsetLine(run: readonly number[], distance: number): number[] {
  const count = run.length / 2;
  const isRing = run[0] === run.at(-2) && run[1] === run.at(-1);
  const normal = (i: number): [number, number] => {
    const [dx, dy] = [run[2 * i + 2]! - run[2 * i]!, run[2 * i + 3]! - run[2 * i + 1]!];
    const length = Math.hypot(dx, dy);
    return [dy / length, -dx / length];
  };
  const path: number[] = [];
  for (let i = 0; i < count; i++) {
    const before = i > 0 ? normal(i - 1) : isRing ? normal(count - 2) : normal(0);
    const after = i < count - 1 ? normal(i) : isRing ? normal(0) : normal(count - 2);
    const [nx, ny] = [before[0] + after[0], before[1] + after[1]];
    const square = nx * nx + ny * ny;
    const factor = (2 / Math.max(1, square)) * distance;
    path.push(run[2 * i]! + nx * factor, run[2 * i + 1]! + ny * factor);
  }
  return path;
}
