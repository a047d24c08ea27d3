import type { Brush } from './brush.ts';
import type { ProjectedGeometry } from './flat.ts';
import type { Sheet } from './sheet.ts';

/** Spaces between arrows and ticks, in widths of the line, and at least in CSS pixels of a usual screen. */
const ARROWS = { widths: 20, least: 48 };
const TICKS = { widths: 4, least: 7 };

/** Draws lines that are more than a stroke, with the brush set on the context. Ends of rings join. */
export function drawLineKind(
  context: CanvasRenderingContext2D,
  { coordinates, ends }: ProjectedGeometry,
  brush: Brush,
  sheet: Sheet,
): void {
  if (brush.width === 0) return;
  let start = 0;
  for (const end of ends) {
    const run: number[] = [];
    for (let i = start; i < end; i += 2) {
      const x = (coordinates[i]! - sheet.west) * sheet.scale;
      const y = (sheet.north - coordinates[i + 1]!) * sheet.scale;
      if (run.length === 0 || Math.hypot(x - run.at(-2)!, y - run.at(-1)!) > 0.01) run.push(x, y);
    }
    start = end;
    if (run.length >= 4) drawRun(context, run, brush, sheet);
  }
}

function drawRun(
  context: CanvasRenderingContext2D,
  run: readonly number[],
  brush: Brush,
  sheet: Sheet,
): void {
  const { width, line } = brush;
  const margin = 8 * width + 64;
  const isSeen = (x: number, y: number, toX: number, toY: number) =>
    Math.max(x, toX) > -margin &&
    Math.max(y, toY) > -margin &&
    Math.min(x, toX) < sheet.width + margin &&
    Math.min(y, toY) < sheet.height + margin;
  const stroke = (path: readonly number[]) => {
    context.beginPath();
    let isBroken = true;
    for (let i = 2; i < path.length; i += 2) {
      const [x, y, toX, toY] = [path[i - 2]!, path[i - 1]!, path[i]!, path[i + 1]!];
      if (isSeen(x, y, toX, toY)) {
        if (isBroken) context.moveTo(x, y);
        context.lineTo(toX, toY);
      }
      isBroken = !isSeen(x, y, toX, toY);
    }
    context.stroke();
  };
  if (line === 'double') {
    stroke(offset(run, width));
    stroke(offset(run, -width));
    return;
  }
  stroke(run);
  context.setLineDash([]);
  const step = stepOf(brush);
  // The distance counts from the beginning of the whole line, so that it continues on the next canvas.
  let next = step / 2;
  for (let i = 2; i < run.length; i += 2) {
    const [x, y, toX, toY] = [run[i - 2]!, run[i - 1]!, run[i]!, run[i + 1]!];
    const length = Math.hypot(toX - x, toY - y);
    const [east, south] = [(toX - x) / length, (toY - y) / length];
    if (isSeen(x, y, toX, toY))
      for (let at = next; at < length; at += step)
        mark(context, brush, x + east * at, y + south * at, east, south);
    const passed = next < length ? Math.ceil((length - next) / step) : 0;
    next += passed * step - length;
  }
  context.setLineDash(brush.dash as number[]);
}

function stepOf({ width, line, unit }: Brush): number {
  const { widths, least } = line === 'arrows' ? ARROWS : TICKS;
  return Math.max(widths * width, least * Math.min(2, Math.max(1, unit)));
}

function mark(
  context: CanvasRenderingContext2D,
  { width, line, stroke }: Brush,
  x: number,
  y: number,
  east: number,
  south: number,
): void {
  const size = 2 * width + 4;
  context.beginPath();
  if (line === 'arrows') {
    context.moveTo(x + east * size, y + south * size);
    context.lineTo(x - (east + south * 0.7) * size * 0.7, y - (south - east * 0.7) * size * 0.7);
    context.lineTo(x - (east - south * 0.7) * size * 0.7, y - (south + east * 0.7) * size * 0.7);
    context.closePath();
    context.fillStyle = stroke;
    context.fill();
    return;
  }
  // On the screen y grows downwards: left of the direction is (south, -east).
  const side = line === 'ticks-left' ? 1 : -1;
  context.moveTo(x, y);
  context.lineTo(x + side * south * size, y - side * east * size);
  context.stroke();
}

/** A line beside another, to the left for a positive distance; corners are mitred, sharp ones at most twice as far. */
function offset(run: readonly number[], distance: number): number[] {
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
