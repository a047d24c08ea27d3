import { offsetLine, markSpacing, traceMark } from '#core/styles';
import type { Brush } from './brush.ts';
import type { ProjectedGeometry } from './flat.ts';
import type { Sheet } from './sheet.ts';

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
    stroke(offsetLine(run, width));
    stroke(offsetLine(run, -width));
    return;
  }
  stroke(run);
  context.setLineDash([]);
  const step = markSpacing(brush, brush.unit);
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

function mark(
  context: CanvasRenderingContext2D,
  brush: Brush,
  x: number,
  y: number,
  east: number,
  south: number,
): void {
  context.beginPath();
  traceMark(context, brush, x, y, east, south);
  if (brush.line !== 'arrows') return context.stroke();
  context.fillStyle = brush.stroke;
  context.fill();
}
