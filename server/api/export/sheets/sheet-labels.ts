import type { LabelPlace, LabelStyle, Language } from '#core/protocol';
import {
  dimensionPlaces,
  LABEL_HALO,
  LABEL_SIZE,
  labelPlaces,
  labelsAt,
  labelText,
  movedLabel,
  placeLabels,
  type LabelCandidate,
  type LabelledShape,
} from '#core/styles';
import type { ScriptPdf } from '../../../formats/pdf/index.ts';
import { INK } from '../../../formats/pdf/look.ts';
import { colourOf, PIXEL } from '../../../formats/pdf/map/strokes.ts';
import { plain } from '../../../formats/pdf/text.ts';
import { runsOf } from '../../../formats/shapes.ts';
import { localeOf } from '../write/readme.ts';
import type { FrameView } from './frame-view.ts';
import type { DrawnLayer, SheetObject } from './sheet-objects.ts';
import { LINE } from './sheet-text.ts';

/** Most labels of a frame: placing more takes too long. */
const MOST_LABELS = 3_000;
const MOST_CANDIDATES = 20_000;
const LONGEST = 60;
const DIMENSION_SIZE = 0.85;

type SheetLabel = LabelCandidate & { labels: LabelStyle; size: number };

/** Draws the labels of a frame as on screen: of upper layers and larger objects first, none over another. */
export function drawLabels(
  pdf: ScriptPdf,
  view: FrameView,
  drawn: readonly DrawnLayer[],
  language: Language,
): { placed: number; wanted: number } {
  const candidates: SheetLabel[] = [];
  const dimensions: SheetLabel[] = [];
  const markers: [number, number][] = [];
  const size = [view.box.width / PIXEL, view.box.height / PIXEL] as const;
  pdf.font('strong');
  for (const { layer, groups } of [...drawn].reverse()) {
    const labels = layer.type.style && labelsAt(layer.type.style, view.scale);
    for (const object of new Set(groups.flatMap((group) => group.objects))) {
      if (!labels && object.family !== 'point') continue;
      const shape = shapeOf(view, object);
      if (shape?.kind === 'points') markers.push([shape.coordinates[0]!, shape.coordinates[1]!]);
      if (!labels || !shape || candidates.length + dimensions.length > MOST_CANDIDATES) continue;
      candidates.push(...textsOf(pdf, view, { object, shape, labels, size, language }));
      if (labels.dimensions) dimensions.push(...edgesOf(pdf, { object, shape, labels, size, language }));
    }
  }
  const wanted = candidates.length + dimensions.length;
  const whole = [...candidates, ...dimensions].map((one) => withinFrame(one, size));
  const placed = placeLabels(whole, markers, MOST_LABELS);
  pdf.save().rect(view.box.x, view.box.y, view.box.width, view.box.height).clip();
  for (const { candidate } of placed) drawLeader(pdf, view, candidate);
  for (const one of placed)
    drawLabel(pdf, one.text, one.candidate, {
      x: view.box.x + one.x * PIXEL,
      y: view.box.y + one.y * PIXEL,
      angle: one.angle,
    });
  pdf.restore();
  return { placed: placed.length, wanted };
}

/** With those of its places at which all of it is in the frame. */
function withinFrame<C extends LabelCandidate>(label: C, [right, bottom]: readonly [number, number]): C {
  const { width, height = 0, angle = 0 } = label;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const [wide, high] = [(width * cos + height * sin) / 2, (width * sin + height * cos) / 2];
  const places = label.places.filter(
    ([x, y]) => x - wide >= 0 && y - high >= 0 && x + wide <= right && y + high <= bottom,
  );
  return { ...label, places };
}

interface Labelled {
  object: SheetObject;
  shape: LabelledShape;
  labels: LabelStyle;
  size: readonly [number, number];
  language: Language;
}

function textsOf(
  pdf: ScriptPdf,
  view: FrameView,
  { object, shape, labels, size, language }: Labelled,
): SheetLabel[] {
  const print = (value: number) => value.toLocaleString(localeOf(language)).replace('-', '−');
  const whole = plain(labelText(labels, object, print), LONGEST).replace(/\n/g, ' ');
  if (whole === '') return [];
  const points = labels.size ?? LABEL_SIZE;
  const width = pdf.fontSize(points).widthOfString(whole);
  const movedTo = object.labelAt && inFrame(view, object.labelAt);
  if (movedTo && !movedTo.every(Number.isFinite)) return [];
  const label = { text: whole, width, labels };
  const candidates = movedTo ? [movedLabel(label, shape, movedTo)] : labelPlaces(label, shape, size);
  return candidates.map((one) => ({
    ...one,
    labels,
    size: points,
  }));
}

function edgesOf(pdf: ScriptPdf, { object, shape, labels, size, language }: Labelled): SheetLabel[] {
  const points = (labels.size ?? LABEL_SIZE) * DIMENSION_SIZE;
  pdf.fontSize(points);
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const positions = runsOf(object.location).flatMap((run) => run.positions);
  return dimensionPlaces(positions, shape, {
    widthOf: (text) => pdf.widthOfString(text),
    print: (metres) => metres.toLocaleString(localeOf(language), digits),
    size,
  }).map((one) => ({ ...one, labels, size: points }));
}

/** In CSS pixels of the frame; undefined where it cannot be computed. */
function shapeOf(view: FrameView, { location, family }: SheetObject): LabelledShape | undefined {
  const coordinates: number[] = [];
  const ends: number[] = [];
  for (const { positions } of runsOf(location)) {
    for (const [longitude, latitude] of positions) {
      const [x, y] = inFrame(view, [longitude, latitude]);
      if (!Number.isFinite(x) || !Number.isFinite(y)) return undefined;
      coordinates.push(x, y);
    }
    ends.push(coordinates.length);
  }
  const kind = family === 'polygon' ? 'areas' : family === 'line' ? 'lines' : 'points';
  return { kind, coordinates, ends };
}

function inFrame({ box, toPage }: FrameView, [longitude, latitude]: LabelPlace): [number, number] {
  const [x, y] = toPage(longitude, latitude);
  return [(x - box.x) / PIXEL, (y - box.y) / PIXEL];
}

function drawLeader(pdf: ScriptPdf, { box }: FrameView, { leader, labels }: SheetLabel): void {
  if (!leader) return;
  const [fromX, fromY, toX, toY] = leader.map((at) => at * PIXEL) as [number, number, number, number];
  const [colour, opacity] = colourOf(labels.leader?.colour ?? labels.colour ?? INK.text);
  pdf
    .save()
    .lineWidth(PIXEL)
    .lineCap('round')
    .strokeColor(colour!, opacity)
    .moveTo(box.x + fromX, box.y + fromY)
    .lineTo(box.x + toX, box.y + toY)
    .stroke()
    .restore();
}

function drawLabel(
  pdf: ScriptPdf,
  text: string,
  { labels, size }: SheetLabel,
  { x, y, angle }: { x: number; y: number; angle: number },
): void {
  const points = size * PIXEL;
  pdf.save().font('strong').fontSize(points);
  if (angle !== 0) pdf.rotate((angle * 180) / Math.PI, { origin: [x, y] });
  const [left, top] = [x - pdf.widthOfString(text) / 2, y - (points * LINE) / 2];
  const halo = labels.halo?.width ?? LABEL_HALO;
  if (halo > 0) {
    const [colour, opacity] = colourOf(labels.halo?.colour ?? '#ffffff');
    pdf
      .lineWidth(2 * halo * PIXEL)
      .lineJoin('round')
      .strokeColor(colour!, opacity)
      .fillColor(colour!, opacity);
    pdf.text(text, left, top, { lineBreak: false, stroke: true, fill: true });
  }
  const [colour, opacity] = colourOf(labels.colour ?? INK.text);
  pdf.fillColor(colour!, opacity).text(text, left, top, { lineBreak: false });
  pdf.restore();
}
