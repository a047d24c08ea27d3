import type { MapSymbol } from '#core/protocol';
import { DEFAULT_RADIUS, splitColour } from '#core/styles';

/** Millimetres on paper of a CSS pixel. */
const PIXEL = 25.4 / 96;
/** Line weights that DXF knows, hundredths of a millimetre. */
const WEIGHTS = [
  0, 5, 9, 13, 15, 18, 20, 25, 30, 35, 40, 50, 53, 60, 70, 80, 90, 100, 106, 120, 140, 158, 200, 211,
];
const CLEAR = 0x0200_0000;

/** What sizes of a symbol are in a drawing of which units of length are plotted at a scale. */
export interface DrawingScale {
  /** 1 : `scale`. */
  readonly scale: number;
  /** Metres of a unit of the coordinates. */
  readonly metres: number;
}

/** How long a CSS pixel is in units of the coordinates. */
export function pixelOf({ scale, metres }: DrawingScale): number {
  return (PIXEL * scale) / 1000 / metres;
}

/** Units of the coordinates of a size in the unit of a symbol. */
export function sizeOf(size: number, { unit }: Pick<MapSymbol, 'unit'>, drawing: DrawingScale): number {
  return unit === 'm' ? size / drawing.metres : size * pixelOf(drawing);
}

export function radiusOf(symbol: MapSymbol, drawing: DrawingScale): number {
  return sizeOf(symbol.radius ?? DEFAULT_RADIUS, symbol, drawing);
}

/** The nearest line weight of DXF, hundredths of a millimetre. */
export function weightOf({ width, unit }: Pick<MapSymbol, 'width' | 'unit'>, scale: number): number {
  const hundredths = unit === 'm' ? (width / scale) * 100_000 : width * PIXEL * 100;
  return WEIGHTS.reduce((best, weight) =>
    Math.abs(weight - hundredths) < Math.abs(best - hundredths) ? weight : best,
  );
}

/** Group codes of a true colour with its opacity. */
export function colourText(colour: string): string {
  const { rgb, opacity } = splitColour(colour);
  const number = Number.parseInt(rgb.slice(1, 7), 16);
  const alpha = opacity < 1 ? `440\n${CLEAR + Math.round(opacity * 255)}\n` : '';
  return `420\n${number}\n${alpha}`;
}

/** Lengths of strokes and gaps, as many of each; empty: a solid line. */
export function dashesOf({ dash = [] }: Pick<MapSymbol, 'dash'>): readonly number[] {
  if (!dash.some((length) => length > 0)) return [];
  return dash.length % 2 === 0 ? dash : [...dash, ...dash];
}
