import { toldOf, type MapObject } from '#core/document';
import { traceSign, type Brush } from './brush.ts';
import { clipLine, clipRing } from './clip.ts';
import { boxAround, flatOf, outlineOf, type Box, type Flat } from './flat.ts';

/** From EPSG:3857 to device pixels of a canvas: px = (x - west) * scale, py = (north - y) * scale. */
export interface Sheet {
  readonly west: number;
  readonly north: number;
  /** Device pixels a metre. */
  readonly scale: number;
  /** Size of the canvas, device pixels. */
  readonly width: number;
  readonly height: number;
}

/** Beyond so many device pixels around the canvas a shape is cut before it is drawn. */
const FAR = 4096;
/** Where it is cut: further out than any stroke reaches. */
const CUT = 128;
/** Vertices nearer than this to the one drawn last are left out: half a device pixel, squared. */
const NEAR = 0.25;

/** An area no longer than this, device pixels, is a rectangle where its stroke covers all of it. */
const SPECK = 4;

/** Draws an object, whose coordinates are not read where it is too small to show them. */
export function paintObject(
  context: CanvasRenderingContext2D,
  object: MapObject,
  brush: Brush,
  sheet: Sheet,
): void {
  const told = toldOf(object);
  if (told && paintSpeck(context, outlineOf(told), brush, sheet)) return;
  paint(context, flatOf(object.location), brush, sheet);
}

/** Draws one geometry. The brush is set by `useBrush`, once for all that share it. */
export function paint(context: CanvasRenderingContext2D, flat: Flat, brush: Brush, sheet: Sheet): void {
  if (flat.kind === 'points') return paintPoints(context, flat, brush, sheet);
  if (paintSpeck(context, flat, brush, sheet)) return;
  const { west, north, scale } = sheet;
  const { box, coordinates, ends } = flat;
  const closed = flat.kind === 'areas';
  const [left, top] = [(box[0] - west) * scale, (north - box[3]) * scale];
  const [right, bottom] = [(box[2] - west) * scale, (north - box[1]) * scale];
  context.beginPath();
  if (left < -FAR || top < -FAR || right > sheet.width + FAR || bottom > sheet.height + FAR) {
    traceFar(context, flat, sheet);
  } else {
    let start = 0;
    for (const end of ends) {
      let [x, y] = [(coordinates[start]! - west) * scale, (north - coordinates[start + 1]!) * scale];
      context.moveTo(x, y);
      // The last position of a ring is its first: closePath draws it.
      const last = closed ? end - 2 : end;
      for (let i = start + 2; i < last; i += 2) {
        const px = (coordinates[i]! - west) * scale;
        const py = (north - coordinates[i + 1]!) * scale;
        if ((px - x) * (px - x) + (py - y) * (py - y) < NEAR && i + 2 < last) continue;
        context.lineTo(px, py);
        x = px;
        y = py;
      }
      if (closed) context.closePath();
      start = end;
    }
  }
  if (closed && brush.fill !== undefined) context.fill('evenodd');
  if (brush.width > 0) context.stroke();
}

/** Sets what `paint` strokes and fills with. */
export function useBrush(context: CanvasRenderingContext2D, brush: Brush): void {
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.strokeStyle = brush.stroke;
  context.lineWidth = brush.width;
  context.setLineDash(brush.dash as number[]);
  if (brush.fill !== undefined) context.fillStyle = brush.fill;
}

/** Does the stroke, half of which lies within, leave less than a pixel? */
function isAllStroke(wide: number, high: number, stroke: number): boolean {
  return stroke > 0 && Math.max(0, wide - stroke) * Math.max(0, high - stroke) < 1;
}

/** Draws a line or area by its box alone, where no more than that can be told of it; false where it can. */
function paintSpeck(
  context: CanvasRenderingContext2D,
  { kind, box }: Pick<Flat, 'kind' | 'box'>,
  brush: Brush,
  { west, north, scale }: Sheet,
): boolean {
  const [wide, high] = [(box[2] - box[0]) * scale, (box[3] - box[1]) * scale];
  const longest = Math.max(wide, high);
  if (kind === 'points' || longest > SPECK) return false;
  const [left, top] = [(box[0] - west) * scale, (north - box[3]) * scale];
  const half = brush.width / 2;
  if (longest < 1) speck(context, brush, left, top, 1, 1);
  else if (kind === 'areas' && isAllStroke(wide, high, brush.width))
    speck(context, brush, left - half, top - half, wide + brush.width, high + brush.width);
  else return false;
  return true;
}

/** So small that no more can be told: in the colour of its stroke. */
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

function traceFar(context: CanvasRenderingContext2D, flat: Flat, sheet: Sheet): void {
  const frame: Box = [-CUT, -CUT, sheet.width + CUT, sheet.height + CUT];
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

function paintPoints(context: CanvasRenderingContext2D, flat: Flat, brush: Brush, sheet: Sheet): void {
  const sprite = spriteOf(brush);
  const half = sprite.width / 2;
  for (let i = 0; i < flat.coordinates.length; i += 2) {
    const x = (flat.coordinates[i]! - sheet.west) * sheet.scale;
    const y = (sheet.north - flat.coordinates[i + 1]!) * sheet.scale;
    if (x < -half || y < -half || x > sheet.width + half || y > sheet.height + half) continue;
    context.drawImage(sprite, Math.round(x - half), Math.round(y - half));
  }
}

/** The sign of a point, drawn once. */
export function spriteOf(brush: Brush): HTMLCanvasElement {
  return (brush.sprite ??= drawSprite(brush));
}

function drawSprite(brush: Brush): HTMLCanvasElement {
  const size = 2 * Math.ceil(brush.radius + brush.width / 2 + 1);
  const sprite = document.createElement('canvas');
  sprite.width = sprite.height = size;
  const context = sprite.getContext('2d')!;
  useBrush(context, brush);
  context.setLineDash([]);
  context.beginPath();
  traceSign(context, brush.shape, size / 2, size / 2, brush.radius);
  if (brush.fill !== undefined && brush.shape !== 'cross') context.fill();
  if (brush.width > 0) context.stroke();
  return sprite;
}

/** The part of the world a sheet shows. */
export function boxOfSheet(sheet: Sheet): Box {
  const { west, north, scale, width, height } = sheet;
  return boxAround([west, north - height / scale, west + width / scale, north]);
}
