import { runsOf, type MapObject } from '#core/document';
import { distance } from '#core/geodesy';
import { withMinus } from '#core/kernel';
import type { Pixel } from '#core/mapview';
import type { LabelStyle } from '#core/protocol';
import { LABEL_HALO, LABEL_SIZE, labelsAt, labelText } from '#core/styles';
import { clearedCanvas } from './cleared-canvas.ts';
import type { ViewerLayers } from './layers.ts';
import { boxAround, type ProjectedGeometry } from './flat.ts';
import type { ThemeColours } from './theme.ts';
import { placeLabels, type LabelCandidate } from './place-labels.ts';

/** With more objects than this in view no labels are drawn. */
const MAX_OBJECTS = 4_000;
/** Size of the lengths of edges, as a share of that of labels, and the shortest edge with one, CSS pixels. */
const DIMENSION_SIZE = 0.85;
const MIN_EDGE = 24;
/** A label wider than its area by more than this ratio is left out. */
const MAX_WIDTH_RATIO = 1.25;
/** Longer labels are truncated. */
const MAX_CHARACTERS = 40;

/** A geometry in CSS pixels of the view. */
export type ViewShape = Pick<ProjectedGeometry, 'kind' | 'coordinates' | 'ends'>;

export interface LabelScene {
  readonly size: Pixel;
  readonly colours: ThemeColours;
  readonly layers: ViewerLayers;
  /** Objects that may be in view. */
  readonly objects: readonly MapObject[];
  /** Ids of objects that are drawn in the overlay. */
  readonly hidden: ReadonlySet<string>;
  /** Undefined when the object is not visible. */
  shapeOf(object: MapObject): ViewShape | undefined;
}

/** Returns whether any visible layer has labels at the scale of the view. */
export function hasLabels({ layers, scale }: ViewerLayers): boolean {
  return layers.some(({ visible, style }) => visible && labelsAt(style, scale) !== undefined);
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
  const { size, layers, objects, hidden } = page;
  if (objects.length > MAX_OBJECTS) return;
  const labelled = new Map(
    layers.layers.flatMap(({ typeName, visible, style }, order) =>
      visible ? [[typeName, { order, labels: labelsAt(style, layers.scale) }] as const] : [],
    ),
  );
  const drawn = objects.flatMap((object): LabelledObject[] => {
    const layer = labelled.get(object.typeName);
    const isShown = layer && !hidden.has(object.id) && layers.isDrawn(object);
    const shape = isShown ? page.shapeOf(object) : undefined;
    return shape ? [{ object, shape, ...layer! }] : [];
  });
  const markers = drawn.flatMap(({ shape: { kind, coordinates } }) =>
    kind === 'points' ? [[coordinates[0]!, coordinates[1]!] as const] : [],
  );
  const sorted = drawn
    .flatMap((one) => (one.labels ? [{ ...one, labels: one.labels, size: sizeOf(one.shape) }] : []))
    .sort((a, b) => b.order - a.order || b.size - a.size);
  const texts = sorted.flatMap(({ object, shape, labels }) => {
    const text = shortened(labelText(labels, object, printed));
    if (text === '') return [];
    const font = fontOf(labels);
    context.font = font;
    const at = { text, width: context.measureText(text).width, labels };
    return candidatesFor(at, shape, size).map((candidate) => ({ ...candidate, labels, font }));
  });
  const dimensions = sorted.flatMap(({ object, shape, labels }) => {
    if (!labels.dimensions) return [];
    const font = fontOf(labels, DIMENSION_SIZE);
    context.font = font;
    const width = (text: string) => context.measureText(text).width;
    return dimensionsOf(object, shape, { width, size }).map((one) => ({ ...one, labels, font }));
  });
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  for (const { text, x, y, angle, candidate } of placeLabels([...texts, ...dimensions], markers)) {
    const { colour, halo } = candidate.labels;
    const casing = halo?.width ?? LABEL_HALO;
    context.font = candidate.font;
    context.save();
    context.translate(x, y);
    context.rotate(angle);
    context.strokeStyle = halo?.colour ?? page.colours.background;
    context.lineWidth = 2 * casing;
    if (casing > 0) context.strokeText(text, 0, 0);
    context.fillStyle = colour ?? page.colours.text;
    context.fillText(text, 0, 0);
    context.restore();
  }
}

interface LabelledObject {
  readonly object: MapObject;
  readonly shape: ViewShape;
  readonly order: number;
  readonly labels: LabelStyle | undefined;
}

function fontOf({ size = LABEL_SIZE }: LabelStyle, share = 1): string {
  return `600 ${size * share}px system-ui, sans-serif`;
}

function sizeOf({ coordinates }: ViewShape): number {
  const box = boxAround(coordinates);
  return box[2] - box[0] + (box[3] - box[1]);
}

function printed(value: number): string {
  return withMinus(value.toLocaleString(document.documentElement.lang || 'en'));
}

function shortened(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text;
}

/** Returns the places for a label: next to a point, along the longest edge of a line, inside an area. */
function candidatesFor(
  { text, width, labels }: { text: string; width: number; labels: LabelStyle },
  shape: ViewShape,
  size: Pixel,
): LabelCandidate[] {
  const font = labels.size ?? LABEL_SIZE;
  const height = font + 2.5;
  const seen = ([x, y]: Pixel) => x > -width / 2 && y > 0 && x < size[0] + width / 2 && y < size[1];
  const { coordinates, kind } = shape;
  if (kind === 'points') {
    const [x, y] = [coordinates[0]!, coordinates[1]!];
    const aside = width / 2 + 9;
    const above = 3.5 + font;
    const places = [
      [x + aside, y],
      [x - aside, y],
      [x, y - above],
      [x, y + above],
    ] as const;
    return seen([x, y]) ? [{ text, width, height, places }] : [];
  }
  const isAlong = (labels.placement ?? 'auto') === 'auto' ? kind === 'lines' : labels.placement === 'along';
  if (kind === 'lines' && !isAlong) {
    const [ax, ay, bx, by] = longestEdge(shape);
    const place = [(ax + bx) / 2, (ay + by) / 2] as const;
    return seen(place) ? [{ text, width, height, places: [place] }] : [];
  }
  if (isAlong) {
    const edge = longestEdge(shape);
    // From left to right.
    const [ax, ay, bx, by] = edge[0] <= edge[2] ? edge : [edge[2], edge[3], edge[0], edge[1]];
    const length = Math.hypot(bx - ax, by - ay);
    if (length < width * 0.8) return [];
    // Above the line, and below it where that is taken.
    const [nx, ny] = [(by - ay) / length, (ax - bx) / length];
    const [mx, my] = [(ax + bx) / 2, (ay + by) / 2];
    const gap = font / 2 + 4;
    const places = [
      [mx + nx * gap, my + ny * gap],
      [mx - nx * gap, my - ny * gap],
    ] as const;
    return seen([mx, my]) ? [{ text, width, height, places, angle: Math.atan2(by - ay, bx - ax) }] : [];
  }
  const inner = widestInterior(shape);
  if (!inner || inner.width < width / MAX_WIDTH_RATIO) return [];
  const place = [inner.x, inner.y] as const;
  return seen(place) ? [{ text, width, height, places: [place] }] : [];
}

/** Returns the lengths of the edges, metres, each next to its edge: on either side, where there is room. */
function dimensionsOf(
  { location }: MapObject,
  { kind, coordinates, ends }: ViewShape,
  { width: widthOf, size }: { width: (text: string) => number; size: Pixel },
): LabelCandidate[] {
  const positions = kind === 'points' ? [] : runsOf(location).flatMap((run) => run.positions);
  // A roof or another form of the geometry has no vertices of its own.
  if (2 * positions.length !== coordinates.length) return [];
  const lengths: LabelCandidate[] = [];
  let start = 0;
  for (const end of ends) {
    for (let i = start + 2; i < end; i += 2) {
      const [ax, ay, bx, by] = [
        coordinates[i - 2]!,
        coordinates[i - 1]!,
        coordinates[i]!,
        coordinates[i + 1]!,
      ];
      const [mx, my] = [(ax + bx) / 2, (ay + by) / 2];
      const long = Math.hypot(bx - ax, by - ay);
      if (long < MIN_EDGE || mx < 0 || my < 0 || mx > size[0] || my > size[1]) continue;
      const text = printedLength(distance(positions[i / 2 - 1]!, positions[i / 2]!));
      const width = widthOf(text);
      if (width > long) continue;
      const [nx, ny] = [(by - ay) / long, (ax - bx) / long];
      const angle = Math.atan2(by - ay, bx - ax);
      // From left to right, so that no number stands on its head.
      const upright = Math.abs(angle) > Math.PI / 2 ? angle - Math.sign(angle) * Math.PI : angle;
      const places = [
        [mx + nx * 8, my + ny * 8],
        [mx - nx * 8, my - ny * 8],
      ] as const;
      lengths.push({ text, width, height: 11, places, angle: upright });
    }
    start = end;
  }
  return lengths;
}

function printedLength(metres: number): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return metres.toLocaleString(document.documentElement.lang || 'en', digits);
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
