import type { Brush } from './brush.ts';
import type { Sheet } from './sheet.ts';

/** Largest tile of a pattern, device pixels. */
const MAX_PERIOD = 512;

/**
 * Sets the pattern of the brush as the fill, so that it continues from one canvas to the next. Returns false without a
 * hatch.
 */
export function useHatch(
  context: CanvasRenderingContext2D,
  brush: Brush,
  sheet: Pick<Sheet, 'west' | 'north' | 'scale'>,
): boolean {
  const { hatch } = brush;
  if (!hatch) return false;
  brush.pattern ??= patternOf(context, brush, hatch);
  const { fill, period } = brush.pattern;
  const from = (pixels: number) => -(((pixels % period) + period) % period);
  fill.setTransform(
    new DOMMatrix([1, 0, 0, 1, from(sheet.west * sheet.scale), from(-sheet.north * sheet.scale)]),
  );
  context.fillStyle = fill;
  return true;
}

function patternOf(
  context: CanvasRenderingContext2D,
  { unit }: Brush,
  hatch: NonNullable<Brush['hatch']>,
): { fill: CanvasPattern; period: number } {
  const diagonal = ['forward', 'backward', 'diagonal-cross'].includes(hatch.kind);
  // Between diagonal lines there is the distance, not the length along an edge of the pattern.
  const wanted = hatch.spacing * unit * (diagonal ? Math.SQRT2 : 1);
  const period = Math.max(2, Math.min(MAX_PERIOD, Math.round(wanted)));
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = period;
  const pen = canvas.getContext('2d')!;
  pen.strokeStyle = pen.fillStyle = hatch.colour;
  pen.lineWidth = Math.max(0.5, hatch.width * unit);
  pen.lineCap = 'square';
  pen.beginPath();
  const half = period / 2;
  if (hatch.kind === 'dots') {
    pen.arc(half, half, Math.max(0.5, hatch.width * unit), 0, 2 * Math.PI);
    pen.fill();
  }
  if (hatch.kind === 'horizontal' || hatch.kind === 'cross') line(pen, 0, half, period, half);
  if (hatch.kind === 'vertical' || hatch.kind === 'cross') line(pen, half, 0, half, period);
  // Those through the neighbouring corners have their ends in this tile of the pattern.
  for (const shift of diagonal ? [-period, 0, period] : []) {
    if (hatch.kind !== 'backward') line(pen, shift, period, shift + period, 0);
    if (hatch.kind !== 'forward') line(pen, shift, 0, shift + period, period);
  }
  pen.stroke();
  return { fill: context.createPattern(canvas, 'repeat')!, period };
}

function line(pen: CanvasRenderingContext2D, x: number, y: number, toX: number, toY: number): void {
  pen.moveTo(x, y);
  pen.lineTo(toX, toY);
}
