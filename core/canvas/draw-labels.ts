import type { MapObject } from '#core/document';
import { propertyOf, withMinus } from '#core/kernel';
import type { LayerState, Pixel } from '#core/mapview';
import { clearedCanvas } from './cleared-canvas.ts';
import { boxAround, type ProjectedGeometry } from './flat.ts';
import type { ThemeColours } from './theme.ts';
import { placeLabels, type LabelCandidate } from './place-labels.ts';

/** With more objects than this in view no labels are drawn. */
const MAX_OBJECTS = 4_000;
const FONT_SIZE = 11.5;
/** A label wider than its area by more than this ratio is left out. */
const MAX_WIDTH_RATIO = 1.25;
/** Longer labels are truncated. */
const MAX_CHARACTERS = 40;

/** A geometry in CSS pixels of the view. */
export type ViewShape = Pick<ProjectedGeometry, 'kind' | 'coordinates' | 'ends'>;

export interface LabelScene {
  readonly size: Pixel;
  readonly colours: ThemeColours;
  readonly layers: readonly LayerState[];
  /** Objects that may be in view. */
  readonly objects: readonly MapObject[];
  /** Ids of objects that are drawn in the overlay. */
  readonly hidden: ReadonlySet<string>;
  /** Undefined when the object is not visible. */
  shapeOf(object: MapObject): ViewShape | undefined;
}

/** Returns whether any visible layer has a label field. */
export function hasLabels(layers: readonly LayerState[]): boolean {
  return layers.some(({ visible, style }) => visible && style.label);
}

/** Fits a canvas to the view's size in CSS pixels and clears it. Returns its context, scaled to CSS pixels. */
export function resetCanvas(
  element: HTMLCanvasElement,
  size: Pixel,
  ratio: number,
): CanvasRenderingContext2D {
  const context = clearedCanvas(element, size, ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}

/** Draws the labels of the layers: upper layers and larger objects first, none over another. */
export function drawLabels(context: CanvasRenderingContext2D, page: LabelScene): void {
  const { size, colours, layers, objects, hidden } = page;
  if (objects.length > MAX_OBJECTS) return;
  context.font = `600 ${FONT_SIZE}px system-ui, sans-serif`;
  const seen = new Map(
    layers.flatMap(({ typeName, visible, style }, order) =>
      visible ? [[typeName, { order, field: style.label }]] : [],
    ),
  );
  const drawn = objects.flatMap((object) => {
    const layer = seen.get(object.typeName);
    const shape = layer && !hidden.has(object.id) ? page.shapeOf(object) : undefined;
    return shape ? [{ object, shape, ...layer! }] : [];
  });
  const markers = drawn.flatMap(({ shape: { kind, coordinates } }) =>
    kind === 'points' ? [[coordinates[0]!, coordinates[1]!] as const] : [],
  );
  const candidates = drawn
    .flatMap(({ object, shape, order, field }) => {
      const text = field ? textOf(propertyOf(object.properties, field)) : '';
      return text === '' ? [] : [{ text, shape, order, size: sizeOf(shape) }];
    })
    .sort((a, b) => b.order - a.order || b.size - a.size)
    .flatMap(({ text, shape }) => candidatesFor(text, context.measureText(text).width, shape, size));
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = 3.5;
  context.strokeStyle = colours.background;
  context.fillStyle = colours.text;
  for (const { text, x, y, angle } of placeLabels(candidates, markers)) {
    context.save();
    context.translate(x, y);
    context.rotate(angle);
    context.strokeText(text, 0, 0);
    context.fillText(text, 0, 0);
    context.restore();
  }
}

function sizeOf({ coordinates }: ViewShape): number {
  const box = boxAround(coordinates);
  return box[2] - box[0] + (box[3] - box[1]);
}

function textOf(value: unknown): string {
  if (typeof value === 'number')
    return withMinus(value.toLocaleString(document.documentElement.lang || 'en'));
  if (typeof value !== 'string') return '';
  const text = value.trim();
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text;
}

/** Returns the places for a label: next to a point, along the longest edge of a line, inside an area. */
function candidatesFor(text: string, width: number, shape: ViewShape, size: Pixel): LabelCandidate[] {
  const seen = ([x, y]: Pixel) => x > -width / 2 && y > 0 && x < size[0] + width / 2 && y < size[1];
  const { coordinates, kind } = shape;
  if (kind === 'points') {
    const [x, y] = [coordinates[0]!, coordinates[1]!];
    const aside = width / 2 + 9;
    const places = [
      [x + aside, y],
      [x - aside, y],
      [x, y - 15],
      [x, y + 15],
    ] as const;
    return seen([x, y]) ? [{ text, width, places }] : [];
  }
  if (kind === 'lines') {
    const edge = longestEdge(shape);
    // From left to right.
    const [ax, ay, bx, by] = edge[0] <= edge[2] ? edge : [edge[2], edge[3], edge[0], edge[1]];
    const length = Math.hypot(bx - ax, by - ay);
    if (length < width * 0.8) return [];
    // Above the line, and below it where that is taken.
    const [nx, ny] = [(by - ay) / length, (ax - bx) / length];
    const [mx, my] = [(ax + bx) / 2, (ay + by) / 2];
    const places = [
      [mx + nx * 10, my + ny * 10],
      [mx - nx * 10, my - ny * 10],
    ] as const;
    return seen([mx, my]) ? [{ text, width, places, angle: Math.atan2(by - ay, bx - ax) }] : [];
  }
  const inner = widestInterior(shape);
  if (!inner || inner.width < width / MAX_WIDTH_RATIO) return [];
  const place = [inner.x, inner.y] as const;
  return seen(place) ? [{ text, width, places: [place] }] : [];
}

/** Returns both ends of the longest edge of a line. */
function longestEdge({ coordinates, ends }: ViewShape): readonly [number, number, number, number] {
  let best: readonly [number, number, number, number] = [0, 0, 0, 0];
  let longest = -1;
  let start = 0;
  for (const end of ends) {
    for (let i = start + 2; i < end; i += 2) {
      const edge = [coordinates[i - 2]!, coordinates[i - 1]!, coordinates[i]!, coordinates[i + 1]!] as const;
      const length = Math.hypot(edge[2] - edge[0], edge[3] - edge[1]);
      if (length > longest) [longest, best] = [length, edge];
    }
    start = end;
  }
  return best;
}

/** Returns the middle and width of the widest interval inside the area at half its height; holes are excluded. */
function widestInterior({
  coordinates,
  ends,
}: ViewShape): { x: number; y: number; width: number } | undefined {
  const box = boxAround(coordinates);
  const y = (box[1] + box[3]) / 2;
  const crossings: number[] = [];
  let start = 0;
  for (const end of ends) {
    for (let i = start + 2; i < end; i += 2) {
      const [ay, by] = [coordinates[i - 1]!, coordinates[i + 1]!];
      if (ay > y === by > y) continue;
      const [ax, bx] = [coordinates[i - 2]!, coordinates[i]!];
      crossings.push(ax + ((y - ay) / (by - ay)) * (bx - ax));
    }
    start = end;
  }
  crossings.sort((a, b) => a - b);
  let best: { x: number; y: number; width: number } | undefined;
  for (let i = 1; i < crossings.length; i += 2) {
    const width = crossings[i]! - crossings[i - 1]!;
    if (!best || width > best.width) best = { x: (crossings[i]! + crossings[i - 1]!) / 2, y, width };
  }
  return best;
}
