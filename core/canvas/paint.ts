import { unreadSummaryOf, type MapObject } from '#core/document';
import { clipLine, clipRing } from '#core/shapes';
import { drawMarker, type Brush } from './brush.ts';
import { excerptOf } from './excerpt.ts';
import { useHatch } from './hatch.ts';
import { drawLineKind } from './line-kinds.ts';
import { boxOfSheet, type Sheet } from './sheet.ts';
import { pictureOf } from './pictures.ts';
import { flatOf, growBox, outlineOf, type ProjectedExtent, type ProjectedGeometry } from './flat.ts';

/**
 * A shape that reaches further beyond the canvas than this is clipped before it is drawn, device pixels. Canvas paths have
 * single precision and become inexact far from the origin.
 */
const CLIP_DISTANCE = 4096;
/** Where it is clipped: further out than any stroke reaches, so that clipped edges are not seen, device pixels. */
const CLIP_MARGIN = 128;
/** A vertex nearer than this to the last one drawn is skipped: half a device pixel, squared. */
const MIN_DISTANCE_SQUARED = 0.25;

/** An area of at most this size (device pixels) is drawn as a rectangle when its stroke covers all of it. */
const MAX_SPECK = 4;

/** Draws an object. Where it is too small to show its coordinates, they are not parsed. */
export function paintObject(
  context: CanvasRenderingContext2D,
  object: MapObject,
  brush: Brush,
  sheet: Sheet,
): void {
  const summary = unreadSummaryOf(object);
  if (summary && paintSpeck(context, outlineOf(summary), brush, sheet)) return;
  paint(context, flatOf(object.location), brush, sheet);
}

/** Draws one geometry with the brush set by `useBrush`, which is called once for all geometries that share it. */
export function paint(
  context: CanvasRenderingContext2D,
  flat: ProjectedGeometry,
  brush: Brush,
  sheet: Sheet,
): void {
  if (flat.kind === 'points') return paintPoints(context, flat, brush, sheet);
  if (paintSpeck(context, flat, brush, sheet)) return;
  context.beginPath();
  traceShape(context, flat, sheet);
  if (flat.kind === 'areas') fillPath(context, brush, sheet, 'evenodd');
  if (brush.line !== 'plain') drawLineKind(context, flat, brush, sheet);
  else if (brush.width > 0) context.stroke();
}

/** Fills the path with the fill and the hatch of the brush. */
function fillPath(
  context: CanvasRenderingContext2D,
  brush: Brush,
  sheet: Sheet,
  rule: CanvasFillRule = 'nonzero',
): void {
  if (brush.fill !== undefined) context.fill(rule);
  if (!useHatch(context, brush, sheet)) return;
  context.fill(rule);
  if (brush.fill !== undefined) context.fillStyle = brush.fill;
}

/** Shapes that are filled and stroked in one path: one path for each costs several times as much. */
const BATCH = 200;

/**
 * Draws many geometries with the brush set by `useBrush`. Outer rings must all turn in one direction and holes in the
 * other. Where areas overlap, the fill is not repeated.
 */
export function paintAll(
  context: CanvasRenderingContext2D,
  shapes: readonly ProjectedGeometry[],
  brush: Brush,
  sheet: Sheet,
): void {
  for (const kind of ['areas', 'lines'] as const) {
    let waiting = 0;
    const flush = () => {
      if (waiting > 0 && kind === 'areas') fillPath(context, brush, sheet);
      if (waiting > 0 && brush.width > 0 && brush.line === 'plain') context.stroke();
      waiting = 0;
      context.beginPath();
    };
    flush();
    for (const flat of shapes) {
      if (flat.kind !== kind || paintSpeck(context, flat, brush, sheet)) continue;
      traceShape(context, flat, sheet);
      if (++waiting === BATCH) flush();
    }
    flush();
  }
  if (brush.line !== 'plain')
    for (const flat of shapes) if (flat.kind !== 'points') drawLineKind(context, flat, brush, sheet);
  for (const flat of shapes) if (flat.kind === 'points') paintPoints(context, flat, brush, sheet);
}

/**
 * Draws the area that many objects cover, without its outline: the fill, and over it the stroke as dense as the outlines of
 * objects with this mean `side` (metres) would be.
 */
export function paintMerged(
  context: CanvasRenderingContext2D,
  flat: ProjectedGeometry,
  side: number,
  brush: Brush,
  sheet: Sheet,
): void {
  if (flat.kind === 'points') return paintPoints(context, flat, brush, sheet);
  context.beginPath();
  traceShape(context, flat, sheet);
  fillPath(context, brush, sheet);
  const inside = Math.max(0, 1 - brush.width / (side * sheet.scale));
  const opacity = context.globalAlpha;
  context.globalAlpha = opacity * (1 - inside * inside);
  context.fillStyle = brush.stroke;
  context.fill();
  context.globalAlpha = opacity;
  if (brush.fill !== undefined) context.fillStyle = brush.fill;
}

/** Adds a line or area to the path of the context. */
function traceShape(context: CanvasRenderingContext2D, flat: ProjectedGeometry, sheet: Sheet): void {
  const { west, north, scale } = sheet;
  const { box, coordinates, ends } = flat;
  const closed = flat.kind === 'areas';
  const [left, top] = [(box[0] - west) * scale, (north - box[3]) * scale];
  const [right, bottom] = [(box[2] - west) * scale, (north - box[1]) * scale];
  if (
    left < -CLIP_DISTANCE ||
    top < -CLIP_DISTANCE ||
    right > sheet.width + CLIP_DISTANCE ||
    bottom > sheet.height + CLIP_DISTANCE
  ) {
    traceClipped(context, flat, sheet);
  } else {
    let start = 0;
    for (const end of ends) {
      let [x, y] = [(coordinates[start]! - west) * scale, (north - coordinates[start + 1]!) * scale];
      context.moveTo(x, y);
      // The last position of a ring repeats the first: closePath draws it.
      const last = closed ? end - 2 : end;
      for (let i = start + 2; i < last; i += 2) {
        const px = (coordinates[i]! - west) * scale;
        const py = (north - coordinates[i + 1]!) * scale;
        if ((px - x) * (px - x) + (py - y) * (py - y) < MIN_DISTANCE_SQUARED && i + 2 < last) continue;
        context.lineTo(px, py);
        x = px;
        y = py;
      }
      if (closed) context.closePath();
      start = end;
    }
  }
}

/** Sets the stroke and fill of the context for `paint`. */
export function useBrush(context: CanvasRenderingContext2D, brush: Brush): void {
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.strokeStyle = brush.stroke;
  context.lineWidth = brush.width;
  context.setLineDash(brush.dash as number[]);
  if (brush.fill !== undefined) context.fillStyle = brush.fill;
}

/** Returns whether a stroke, half of which lies inside, leaves less than a pixel of the area. */
function isAllStroke(wide: number, high: number, stroke: number): boolean {
  return stroke > 0 && Math.max(0, wide - stroke) * Math.max(0, high - stroke) < 1;
}

/** Draws a line or area as its box when no more of it would be visible. Returns false, without drawing, otherwise. */
function paintSpeck(
  context: CanvasRenderingContext2D,
  { kind, box }: Pick<ProjectedGeometry, 'kind' | 'box'>,
  brush: Brush,
  { west, north, scale }: Sheet,
): boolean {
  const [wide, high] = [(box[2] - box[0]) * scale, (box[3] - box[1]) * scale];
  const longest = Math.max(wide, high);
  if (kind === 'points' || longest > MAX_SPECK) return false;
  const [left, top] = [(box[0] - west) * scale, (north - box[3]) * scale];
  const half = brush.width / 2;
  if (longest < 1) speck(context, brush, left, top, 1, 1);
  else if (kind === 'areas' && isAllStroke(wide, high, brush.width))
    speck(context, brush, left - half, top - half, wide + brush.width, high + brush.width);
  else return false;
  return true;
}

/** Fills a rectangle in the stroke colour of the brush. */
function speck(
  context: CanvasRenderingContext2D,
  brush: Brush,
  left: number,
  top: number,
  wide: number,
  high: number,
): void {
  context.fillStyle = brush.stroke;
  context.fillRect(left, top, wide, high);
  if (brush.fill !== undefined) context.fillStyle = brush.fill;
}

function traceClipped(context: CanvasRenderingContext2D, whole: ProjectedGeometry, sheet: Sheet): void {
  const flat = excerptOf(whole, growBox(boxOfSheet(sheet), CLIP_MARGIN / sheet.scale));
  const frame: ProjectedExtent = [
    -CLIP_MARGIN,
    -CLIP_MARGIN,
    sheet.width + CLIP_MARGIN,
    sheet.height + CLIP_MARGIN,
  ];
  let start = 0;
  for (const end of flat.ends) {
    const run: number[] = [];
    for (let i = start; i < end; i += 2) {
      run.push((flat.coordinates[i]! - sheet.west) * sheet.scale);
      run.push((sheet.north - flat.coordinates[i + 1]!) * sheet.scale);
    }
    start = end;
    if (flat.kind === 'areas') {
      const ring = clipRing(run, frame);
      if (ring.length < 6) continue;
      trace(context, ring);
      context.closePath();
    } else for (const part of clipLine(run, frame)) trace(context, part);
  }
}

function trace(context: CanvasRenderingContext2D, line: readonly number[]): void {
  context.moveTo(line[0]!, line[1]!);
  for (let i = 2; i < line.length; i += 2) context.lineTo(line[i]!, line[i + 1]!);
}

function paintPoints(
  context: CanvasRenderingContext2D,
  flat: ProjectedGeometry,
  brush: Brush,
  sheet: Sheet,
): void {
  const sprite = spriteOf(brush);
  const half = sprite.width / 2;
  for (let i = 0; i < flat.coordinates.length; i += 2) {
    const x = (flat.coordinates[i]! - sheet.west) * sheet.scale;
    const y = (sheet.north - flat.coordinates[i + 1]!) * sheet.scale;
    if (x < -half || y < -half || x > sheet.width + half || y > sheet.height + half) continue;
    context.drawImage(sprite, Math.round(x - half), Math.round(y - half));
  }
}

/** Returns the marker of a point, drawn once per brush; with a picture, once that is loaded. */
export function spriteOf(brush: Brush): HTMLCanvasElement {
  if (brush.sprite) return brush.sprite;
  const picture = brush.svg === undefined ? undefined : pictureOf(brush.svg);
  const sprite = drawSprite(brush, picture);
  if (brush.svg === undefined || picture) brush.sprite = sprite;
  return sprite;
}

function drawSprite(brush: Brush, picture: HTMLImageElement | undefined): HTMLCanvasElement {
  const size = 2 * Math.ceil(brush.radius + brush.width / 2 + 1);
  const sprite = document.createElement('canvas');
  sprite.width = sprite.height = size;
  const context = sprite.getContext('2d')!;
  useBrush(context, brush);
  context.setLineDash([]);
  if (picture) {
    // As large as fits, in its own proportions.
    const largest = Math.max(picture.width, picture.height, 1);
    const [wide, high] = [
      (2 * brush.radius * picture.width) / largest,
      (2 * brush.radius * picture.height) / largest,
    ];
    context.drawImage(picture, (size - wide) / 2, (size - high) / 2, wide, high);
  } else drawMarker(context, brush, size / 2, size / 2);
  return sprite;
}
