import type { GeometryType, MapSymbol } from '#core/protocol';
import { markerOf, svgPathOf } from './markers.ts';
import { DEFAULT_RADIUS } from './sizes.ts';

/** Path data of SVG; without `fill` it is not filled, without `stroke` not stroked. */
export interface DrawnPath {
  readonly d: string;
  readonly fill?: string | undefined;
  readonly stroke?: string | undefined;
  readonly width?: number;
  readonly dash?: readonly number[] | undefined;
}

/** A symbol drawn for a legend, around 0, 0, in CSS pixels. */
export interface SymbolDrawing {
  readonly paths: readonly DrawnPath[];
  /** A picture in place of the paths, with this half of its size. */
  readonly picture?: { readonly svg: string; readonly radius: number };
  readonly width: number;
  readonly height: number;
}

/** How large symbols are drawn: sides of areas and lines, and the greatest stroke and radius. */
export interface DrawingSize {
  readonly line: number;
  readonly area: readonly [width: number, height: number];
  readonly maxWidth: number;
  readonly maxRadius: number;
}

/** In a legend of its own. */
const LEGEND_SIZE: DrawingSize = { line: 36, area: [32, 18], maxWidth: 40, maxRadius: 40 };
/** In a list, within 20 pixels. */
export const LIST_SIZE: DrawingSize = { line: 16, area: [15, 13], maxWidth: 4, maxRadius: 8 };
/** A size in metres is drawn as large in pixels, up to this. */
const MAX_METRES = 8;

/** Draws a symbol for a legend. `geometryType` null: objects of any geometry, for which an area is drawn. */
export function drawingOf(
  geometryType: GeometryType | null,
  symbol: MapSymbol,
  size: DrawingSize = LEGEND_SIZE,
): SymbolDrawing {
  const limit = (value: number, max: number) =>
    Math.min(value, max, symbol.unit === 'm' ? MAX_METRES : Infinity);
  const width = limit(symbol.width, size.maxWidth);
  if (geometryType?.endsWith('Point'))
    return pointOf(symbol, limit(symbol.radius ?? DEFAULT_RADIUS, size.maxRadius), width);
  const stroke = { stroke: symbol.stroke, width, dash: symbol.dash };
  if (geometryType?.endsWith('LineString')) return lineOf(symbol, stroke, size.line);
  const [wide, high] = size.area;
  const rectangle = `M${-wide / 2} ${-high / 2}H${wide / 2}V${high / 2}H${-wide / 2}Z`;
  const paths: DrawnPath[] = [{ d: rectangle, fill: symbol.fill, ...(symbol.hatch ? {} : stroke) }];
  if (symbol.hatch) paths.push(hatchOf(symbol.hatch, wide, high), { d: rectangle, ...stroke });
  return { paths, width: wide + width, height: high + width };
}

function pointOf(symbol: MapSymbol, radius: number, width: number): SymbolDrawing {
  const side = 2 * radius + width;
  if (symbol.svg !== undefined)
    return { paths: [], picture: { svg: symbol.svg, radius }, width: side, height: side };
  const { body, lines, ink } = markerOf(symbol.shape ?? 'circle');
  const at = (steps: typeof body) => svgPathOf(steps, 0, 0, radius);
  const stroke = { stroke: symbol.stroke, width };
  const paths: DrawnPath[] = [];
  if (body.length > 0) paths.push({ d: at(body), fill: symbol.fill, ...stroke });
  if (lines.length > 0) paths.push({ d: at(lines), ...stroke });
  if (ink.length > 0) paths.push({ d: at(ink), fill: symbol.stroke });
  return { paths, width: side, height: side };
}

function lineOf(
  { line }: MapSymbol,
  stroke: Pick<DrawnPath, 'stroke' | 'dash'> & { readonly width: number },
  long: number,
): SymbolDrawing {
  const half = long / 2;
  const { width } = stroke;
  if (line === 'double') {
    const d = `M${-half} ${-width}H${half}M${-half} ${width}H${half}`;
    return { paths: [{ d, ...stroke }], width: long + width, height: 3 * width };
  }
  if (line === 'arrows' || line === 'ticks-left' || line === 'ticks-right') {
    const mark = 2 * width + 3;
    const paths: DrawnPath[] = [{ d: `M${-half} 0H${half}`, ...stroke }];
    if (line === 'arrows')
      paths.push({
        d: `M${mark} 0L${-mark * 0.7} ${-mark * 0.7}L${-mark * 0.7} ${mark * 0.7}Z`,
        fill: stroke.stroke,
      });
    else {
      const up = line === 'ticks-left' ? -mark : mark;
      const ticks = [-0.7, -0.25, 0.2, 0.65].map((part) => `M${part * half} 0V${up}`).join('');
      paths.push({ d: ticks, stroke: stroke.stroke, width });
    }
    return { paths, width: long + width, height: 2 * mark };
  }
  const [east, high] = [long / 6, long / 7.2];
  const d = `M${-half} ${high}L${-east} ${-high}L${east} ${high}L${half} ${-high}`;
  return { paths: [{ d, ...stroke }], width: long + width, height: 2 * high + width };
}

/** Directions of diagonal lines: rising 1, falling -1. */
const DIAGONALS: Partial<Record<NonNullable<MapSymbol['hatch']>['kind'], readonly number[]>> = {
  forward: [1],
  backward: [-1],
  'diagonal-cross': [1, -1],
};

/** Lines within a rectangle around 0, 0. */
function hatchOf(hatch: NonNullable<MapSymbol['hatch']>, wide: number, high: number): DrawnPath {
  const spacing = Math.min(hatch.spacing, high / 2);
  const [right, bottom] = [wide / 2, high / 2];
  const width = Math.min(hatch.width, 3);
  let d = '';
  const every = (from: number, to: number, step: number, draw: (at: number) => void) => {
    for (let at = from + step / 2; at < to; at += step) draw(at);
  };
  const text = (value: number) => String(Number(value.toFixed(2)));
  if (hatch.kind === 'dots') {
    every(-bottom, bottom, spacing, (y) =>
      every(-right, right, spacing, (x) => (d += svgPathOf([['O', 0, 0, 1]], x, y, width))),
    );
    return { d, fill: hatch.colour };
  }
  if (hatch.kind === 'horizontal' || hatch.kind === 'cross')
    every(-bottom, bottom, spacing, (y) => (d += `M${-right} ${text(y)}H${right}`));
  if (hatch.kind === 'vertical' || hatch.kind === 'cross')
    every(-right, right, spacing, (x) => (d += `M${text(x)} ${-bottom}V${bottom}`));
  const step = spacing * Math.SQRT2;
  // Lines y = sum - x and y = x - sum, cut at the edges.
  for (const sign of DIAGONALS[hatch.kind] ?? [])
    // prettier-ignore
    every(-right - bottom, right + bottom, step, (sum) => {
      const from = Math.max(-right, sum - bottom);
      const to = Math.min(right, sum + bottom);
      if (to > from) d += `M${text(from)} ${text(sign * (sum - from))}L${text(to)} ${text(sign * (sum - to))}`;
    });
  return { d, stroke: hatch.colour, width };
}
