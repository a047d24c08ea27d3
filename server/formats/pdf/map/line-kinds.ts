import type { Style } from '#core/protocol';
import { offsetLine, markSpacing, traceMark } from '#core/styles';
import type { ScriptPdf } from '../script-pdf.ts';
import { colourOf, LEAST_WIDTH, PIXEL } from './strokes.ts';

/** Draws a line that is more than a stroke, with the stroke set on the page, along points of the page. */
export function drawLineKind(
  pdf: ScriptPdf,
  points: readonly (readonly [number, number])[],
  style: Style,
): void {
  // Two equal points have no direction.
  const run = points.filter(([x, y], n) => n === 0 || x !== points[n - 1]![0] || y !== points[n - 1]![1]);
  if (run.length < 2) return;
  const flat = run.flatMap(([x, y]) => [x, y]);
  const width = style.width * PIXEL;
  const stroke = (path: readonly number[]) => {
    for (let i = 0; i < path.length; i += 2)
      if (i === 0) pdf.moveTo(path[0]!, path[1]!);
      else pdf.lineTo(path[i]!, path[i + 1]!);
    pdf.stroke();
  };
  if (style.line === 'double') {
    stroke(offsetLine(flat, width));
    stroke(offsetLine(flat, -width));
    return;
  }
  stroke(flat);
  pdf.undash();
  drawMarks(pdf, run, style);
}

/** In CSS pixels, as on screen: arrows and ticks have sizes of their own beside that of the line. */
function drawMarks(pdf: ScriptPdf, points: readonly (readonly [number, number])[], style: Style): void {
  const run = points.map(([x, y]) => [x / PIXEL, y / PIXEL] as const);
  const step = markSpacing(style, 1);
  const [colour, opacity] = colourOf(style.stroke);
  pdf
    .save()
    .scale(PIXEL)
    .lineWidth(Math.max(style.width, LEAST_WIDTH / PIXEL));
  let next = step / 2;
  let isTraced = false;
  for (let i = 1; i < run.length; i++) {
    const [[x, y], [toX, toY]] = [run[i - 1]!, run[i]!];
    const length = Math.hypot(toX - x, toY - y);
    const [east, south] = [(toX - x) / length, (toY - y) / length];
    let at = next;
    for (; at < length; at += step) {
      traceMark(pdf, style, x + east * at, y + south * at, east, south);
      isTraced = true;
    }
    next = at - length;
  }
  if (isTraced) {
    if (style.line === 'arrows') pdf.fillColor(colour!, opacity).fill();
    else pdf.stroke();
  }
  pdf.restore();
}
