import type { Style } from '#core/protocol';

/** A style prepared for a canvas of one pixel ratio. */
export interface Brush {
  readonly stroke: string;
  /** Device pixels; 0 draws no stroke. */
  readonly width: number;
  readonly dash: readonly number[];
  readonly fill: string | undefined;
  /** Half the size of a point's marker, device pixels. */
  readonly radius: number;
  readonly shape: NonNullable<Style['shape']>;
  /** How far it reaches beyond the coordinates, CSS pixels. */
  readonly reach: number;
  /** The point's marker, drawn once. */
  sprite?: HTMLCanvasElement;
}

const RADIUS = 5;
const made = new WeakMap<Style, Map<number, Brush>>();

/** Returns the brush of a style for a pixel ratio. Cached by the style object: styles are immutable. */
export function brushOf(style: Style, ratio: number): Brush {
  let ofStyle = made.get(style);
  if (!ofStyle) made.set(style, (ofStyle = new Map()));
  let brush = ofStyle.get(ratio);
  if (!brush) ofStyle.set(ratio, (brush = makeBrush(style, ratio)));
  return brush;
}

function makeBrush(style: Style, ratio: number): Brush {
  const radius = style.radius ?? RADIUS;
  return {
    stroke: style.stroke,
    width: style.width * ratio,
    dash: (style.dash ?? []).map((length) => length * ratio),
    fill: style.fill,
    radius: radius * ratio,
    shape: style.shape ?? 'circle',
    reach: Math.max(style.width / 2, radius + style.width / 2) + 1,
  };
}

/** Traces a point's marker around x, y. */
export function traceMarker(
  context: CanvasRenderingContext2D,
  shape: Brush['shape'],
  x: number,
  y: number,
  radius: number,
): void {
  switch (shape) {
    case 'circle':
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, 2 * Math.PI);
      return;
    case 'square':
      context.rect(x - radius, y - radius, 2 * radius, 2 * radius);
      return;
    case 'triangle':
      polygon(context, [
        [x, y - radius],
        [x + 0.866 * radius, y + 0.5 * radius],
        [x - 0.866 * radius, y + 0.5 * radius],
      ]);
      return;
    case 'diamond':
      polygon(context, [
        [x, y - radius],
        [x + radius, y],
        [x, y + radius],
        [x - radius, y],
      ]);
      return;
    case 'cross':
      context.moveTo(x - radius, y);
      context.lineTo(x + radius, y);
      context.moveTo(x, y - radius);
      context.lineTo(x, y + radius);
      return;
  }
}

function polygon(context: CanvasRenderingContext2D, corners: readonly (readonly [number, number])[]): void {
  corners.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
  context.closePath();
}
