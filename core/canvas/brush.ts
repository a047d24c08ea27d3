import type { MapSymbol } from '#core/protocol';
import { DEFAULT_RADIUS, markerOf, traceSteps, type MarkerName } from '#core/styles';

/** A style prepared for a canvas of one pixel ratio. */
export interface Brush {
  readonly stroke: string;
  /** Device pixels; 0 draws no stroke. */
  readonly width: number;
  readonly dash: readonly number[];
  readonly fill: string | undefined;
  /** Half the size of a point's marker, device pixels. */
  readonly radius: number;
  readonly shape: MarkerName;
  /** A picture in place of the shape. */
  readonly svg: string | undefined;
  readonly line: NonNullable<MapSymbol['line']>;
  readonly hatch: MapSymbol['hatch'];
  /** Device pixels per unit of the hatch. */
  readonly unit: number;
  /** How far it reaches beyond the coordinates, CSS pixels. */
  readonly reach: number;
  /** The point's marker, drawn once. */
  sprite?: HTMLCanvasElement;
  /** The pattern of the hatch, made once. */
  pattern?: { readonly fill: CanvasPattern; readonly period: number } | undefined;
}

/** Largest marker and stroke of a size in metres, CSS pixels. */
const MAX_SIZE = 400;
const made = new WeakMap<MapSymbol, Map<string, Brush>>();

/**
 * Returns the brush of a style for a pixel ratio. `metre`: CSS pixels per metre on the ground, for sizes in metres.
 * Cached by the style object: styles are immutable.
 */
export function brushOf(style: MapSymbol, ratio: number, metre = 1): Brush {
  let ofStyle = made.get(style);
  if (!ofStyle) made.set(style, (ofStyle = new Map()));
  // Rounded, so that neighbouring tiles share a brush.
  const size = style.unit === 'm' ? Number(metre.toPrecision(3)) : 1;
  const key = `${ratio} ${size}`;
  let brush = ofStyle.get(key);
  if (!brush) ofStyle.set(key, (brush = makeBrush(style, ratio, size)));
  return brush;
}

function makeBrush(style: MapSymbol, ratio: number, size: number): Brush {
  const sized = (value: number) => Math.min(MAX_SIZE, value * size);
  const radius = sized(style.radius ?? DEFAULT_RADIUS);
  const width = sized(style.width);
  const line = style.line ?? 'plain';
  const sides = { plain: 0.5, double: 2, arrows: 4, 'ticks-left': 4, 'ticks-right': 4 }[line];
  return {
    stroke: style.stroke,
    width: width * ratio,
    dash: (style.dash ?? []).map((length) => sized(length) * ratio),
    fill: style.fill,
    radius: radius * ratio,
    shape: style.shape ?? 'circle',
    svg: style.svg,
    line,
    hatch: style.hatch,
    unit: size * ratio,
    reach: Math.max(width * sides + (line === 'plain' ? 0 : 4), radius + width / 2) + 1,
  };
}

/** Traces the outline of a point's marker around x, y. */
export function traceMarker(
  context: CanvasRenderingContext2D,
  shape: MarkerName,
  x: number,
  y: number,
  radius: number,
): void {
  const { body, lines, ink } = markerOf(shape);
  traceSteps(canvasPath(context), body.length > 0 ? body : [...lines, ...ink], x, y, radius);
}

/** Draws a marker around x, y with the stroke and fill set on the context. */
export function drawMarker(context: CanvasRenderingContext2D, brush: Brush, x: number, y: number): void {
  const { body, lines, ink } = markerOf(brush.shape);
  const path = canvasPath(context);
  if (body.length > 0) {
    context.beginPath();
    traceSteps(path, body, x, y, brush.radius);
    if (brush.fill !== undefined) context.fill('evenodd');
    if (brush.width > 0) context.stroke();
  }
  if (lines.length > 0) {
    context.beginPath();
    traceSteps(path, lines, x, y, brush.radius);
    if (brush.width > 0) context.stroke();
  }
  if (ink.length === 0) return;
  context.beginPath();
  traceSteps(path, ink, x, y, brush.radius);
  context.fillStyle = brush.stroke;
  context.fill();
}

function canvasPath(context: CanvasRenderingContext2D) {
  return {
    moveTo: (x: number, y: number) => context.moveTo(x, y),
    lineTo: (x: number, y: number) => context.lineTo(x, y),
    circle: (x: number, y: number, radius: number) => {
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, 2 * Math.PI);
    },
    closePath: () => context.closePath(),
  };
}
