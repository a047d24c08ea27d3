import type RenderFeature from 'ol/render/Feature.js';
import type Style from 'ol/style/Style.js';
import type Text from 'ol/style/Text.js';

type Context = OffscreenCanvasRenderingContext2D;
type Box = readonly [west: number, north: number, east: number, south: number];

export interface TileLabel {
  readonly text: Text;
  /** Metres of EPSG:3857. */
  readonly at: readonly [number, number];
}

/** The label of a feature, unless its style follows a line: such labels would be cut at the edges of tiles. */
export function labelOf(feature: RenderFeature, style: Style): TileLabel | undefined {
  const text = style.getText();
  const words = text?.getText();
  if (!text || !words || words.length === 0 || text.getPlacement() === 'line') return undefined;
  const type = feature.getType();
  const flat = type.endsWith('Polygon')
    ? feature.getFlatInteriorPoint()
    : type.endsWith('LineString')
      ? feature.getFlatMidpoint()
      : feature.getFlatCoordinates();
  const [x, y] = flat;
  return x === undefined || y === undefined ? undefined : { text, at: [x, y] };
}

/** Draws the labels that lie in the tile as a whole and do not cover one before. */
export function drawLabels(
  context: Context,
  labels: readonly TileLabel[],
  pixelOf: (at: readonly [number, number]) => readonly [number, number],
  { ratio, side }: { ratio: number; side: number },
): void {
  const placed: Box[] = [];
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  for (const { text, at } of labels) {
    const [x, y] = pixelOf(at);
    const font = text.getFont() ?? '10px sans-serif';
    const size = (Number(/([\d.]+)px/.exec(font)?.[1]) || 10) * ratio;
    context.font = font.replace(/[\d.]+px/, `${size}px`);
    const lines = wordsOf(text).split('\n');
    const width = Math.max(...lines.map((line) => context.measureText(line).width));
    const step = 1.2 * size;
    const middle: readonly [number, number] = [
      x + (text.getOffsetX() ?? 0) * ratio,
      y + (text.getOffsetY() ?? 0) * ratio,
    ];
    const half = (lines.length * step) / 2;
    const box: Box = [middle[0] - width / 2, middle[1] - half, middle[0] + width / 2, middle[1] + half];
    const isInside = box[0] >= 0 && box[1] >= 0 && box[2] <= side && box[3] <= side;
    if (!isInside || placed.some((other) => overlap(other, box))) continue;
    placed.push(box);
    lines.forEach((line, n) => drawLine(context, text, line, [middle[0], box[1] + (n + 0.5) * step], ratio));
  }
}

function drawLine(
  context: Context,
  text: Text,
  line: string,
  [x, y]: readonly [number, number],
  ratio: number,
): void {
  const stroke = text.getStroke();
  if (stroke) {
    context.strokeStyle = colourOf(stroke.getColor());
    context.lineWidth = (stroke.getWidth() ?? 1) * ratio;
    context.strokeText(line, x, y);
  }
  context.fillStyle = colourOf(text.getFill()?.getColor());
  context.fillText(line, x, y);
}

/** A text may be parts with a font each. */
function wordsOf(text: Text): string {
  const words = text.getText() ?? '';
  return typeof words === 'string' ? words : words.filter((_, n) => n % 2 === 0).join('');
}

function colourOf(colour: unknown): string {
  if (Array.isArray(colour)) return `rgba(${colour.join(',')})`;
  return typeof colour === 'string' ? colour : '#000000';
}

function overlap(a: Box, b: Box): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}
