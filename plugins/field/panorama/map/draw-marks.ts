import { MARK_EDGE } from '#core/canvas';
import type { Vector } from '#core/geodesy';
import type { Pixel } from '#core/mapview';
import type { PictureMark } from '#core/protocol';
import type { Projection } from '../model/projection.ts';

/** CSS pixels: of a line, of an arrow's head, and of a text. */
const WIDTH = 3;
const HEAD = 16;
const TEXT = 16;

/** A mark with the directions of its points: east, north and up. */
export interface SeenMark {
  readonly mark: PictureMark;
  readonly places: readonly Vector[];
}

/** Draws marks over the panorama: lines between two directions are straight on the screen. */
export function drawSeenMarks(
  context: CanvasRenderingContext2D,
  projection: Projection,
  ratio: number,
  marks: readonly SeenMark[],
): void {
  context.save();
  context.scale(ratio, ratio);
  context.setLineDash([]);
  context.lineCap = context.lineJoin = 'round';
  for (const { mark, places } of marks) {
    context.fillStyle = mark.colour;
    if (mark.kind === 'text') {
      const at = projection.toPixel(places[0]!);
      if (at) write(context, mark.text, at);
      continue;
    }
    const path = new Path2D();
    for (let i = 1; i < places.length; i++) {
      const part = projection.clipped(places[i - 1]!, places[i]!);
      if (!part) continue;
      path.moveTo(...part[0]);
      path.lineTo(...part[1]);
      // Behind the eye there is no end to point at.
      if (mark.kind === 'arrow' && projection.toPixel(places[i]!)) addHead(path, part);
    }
    for (const [colour, width] of [
      [MARK_EDGE, WIDTH * 2],
      [mark.colour, WIDTH],
    ] as const) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.stroke(path);
    }
  }
  context.restore();
}

function write(context: CanvasRenderingContext2D, text: string, at: Pixel): void {
  context.font = `600 ${TEXT}px system-ui, sans-serif`;
  context.strokeStyle = MARK_EDGE;
  context.lineWidth = 4;
  context.strokeText(text, ...at);
  context.fillText(text, ...at);
}

function addHead(path: Path2D, [[x, y], [toX, toY]]: readonly [Pixel, Pixel]): void {
  const length = Math.hypot(toX - x, toY - y);
  if (length < 1) return;
  const size = Math.min(HEAD, length * 0.6);
  const angle = Math.atan2(toY - y, toX - x);
  for (const turn of [-0.49, 0.49]) {
    path.moveTo(toX, toY);
    path.lineTo(toX - size * Math.cos(angle + turn), toY - size * Math.sin(angle + turn));
  }
}
