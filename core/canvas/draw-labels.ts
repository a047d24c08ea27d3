import { runsOf, type MapObject } from '#core/document';
import { withMinus } from '#core/kernel';
import type { Pixel, ViewLabel } from '#core/mapview';
import type { LabelPlace, LabelStyle } from '#core/protocol';
import {
  dimensionPlaces,
  LABEL_HALO,
  LABEL_SIZE,
  labelPlaces,
  labelsAt,
  labelText,
  placeLabels,
} from '#core/styles';
import { clearedCanvas } from './cleared-canvas.ts';
import type { ViewerLayers } from './layers.ts';
import type { MovedLabels } from './moved-labels.ts';
import { boxAround, type ProjectedGeometry } from './flat.ts';
import type { ThemeColours } from './theme.ts';

/** With more objects than this in view no labels are drawn. */
const MAX_OBJECTS = 4_000;
/** Size of the lengths of edges, as a share of that of labels. */
const DIMENSION_SIZE = 0.85;
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
  /** Where a label is that was moved by hand; undefined: not visible. */
  pixelOf(at: LabelPlace, object: MapObject): Pixel | undefined;
  /** Undefined while its code is loaded: labels moved by hand are left out. */
  moved(): MovedLabels | undefined;
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

/**
 * Draws the labels of the layers: upper layers and larger objects first, none over another but those moved by hand.
 * Returns those that are texts of objects.
 */
export function drawLabels(context: CanvasRenderingContext2D, page: LabelScene): ViewLabel[] {
  const { size, layers, objects, hidden } = page;
  if (objects.length > MAX_OBJECTS) return [];
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
    const { labelAt, id } = object;
    const label = { text, width: context.measureText(text).width, labels };
    const movedTo = labelAt && page.pixelOf(labelAt, object);
    const moved = movedTo && page.moved()?.place(label, shape, movedTo);
    const candidates = labelAt ? (moved ? [moved] : []) : labelPlaces(label, shape, size);
    return candidates.map((candidate) => ({ ...candidate, labels, font, id }));
  });
  const dimensions = sorted.flatMap(({ object, shape, labels }) => {
    if (!labels.dimensions) return [];
    const font = fontOf(labels, DIMENSION_SIZE);
    context.font = font;
    const widthOf = (text: string) => context.measureText(text).width;
    const positions = runsOf(object.location).flatMap((run) => run.positions);
    return dimensionPlaces(positions, shape, { widthOf, print: printedLength, size }).map((one) => ({
      ...one,
      labels,
      font,
      id: undefined,
    }));
  });
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  const placed = placeLabels([...texts, ...dimensions], markers);
  for (const { candidate } of placed)
    if (candidate.leader) page.moved()?.drawLeader(context, candidate.leader, candidate.labels, page.colours);
  for (const { text, x, y, angle, candidate } of placed) {
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
  return placed.flatMap(({ candidate: { id, width, height = 0 }, text, x, y, angle }) =>
    id === undefined ? [] : [{ id, text, at: [x, y] as const, width, height, angle }],
  );
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

function printedLength(metres: number): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return metres.toLocaleString(document.documentElement.lang || 'en', digits);
}
